"""What makes the documentation: pages from the catalogue, references from the code, the gallery."""
