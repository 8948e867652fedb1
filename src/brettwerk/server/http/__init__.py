"""What all rooms need of HTTP: requests, answers, pages, limits, sockets."""
