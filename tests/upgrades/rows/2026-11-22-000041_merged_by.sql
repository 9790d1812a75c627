UPDATE products SET merged_by = 'person' WHERE merged_into IS NOT NULL;
