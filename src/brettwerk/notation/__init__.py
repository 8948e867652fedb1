"""Text and pictures: parsing typed input, drawing boards and charts."""
