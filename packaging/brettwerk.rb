# A formula for Homebrew: `brew install --formula packaging/brettwerk.rb` after `make release-check`.
class Brettwerk < Formula
  include Language::Python::Virtualenv

  desc "Play, study and solve abstract board games"
  url "file://#{__dir__}/../dist/brettwerk-0.1.0.tar.gz"
  license "MIT"

  depends_on "python@3.13"

  def install
    virtualenv_create(libexec, "python3.13")
    system libexec/"bin/python", "-m", "pip", "install", buildpath
    bin.install_symlink libexec/"bin/brettwerk"
  end

  test do
    assert_match "abalone", shell_output("#{bin}/brettwerk games")
  end
end
