-- A watch looks at one store alone, and so did the event that told of its price.
UPDATE watches SET store_name = 'Shop One', each_time = true WHERE no = 1;
UPDATE events SET store_name = 'Shop One' WHERE id = 'd6ecb7f8-3fc4-5219-a15d-4ffeeb822da5';
