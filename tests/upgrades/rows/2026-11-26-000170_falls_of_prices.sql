-- A watch waits until a price has fallen by a tenth; an event of one told of a fall.
UPDATE watches SET condition = 'price_fall', target = 0, percent = 10, reference_minor = 50990, each_time = true WHERE no = 2;
UPDATE events SET condition = 'price_fall', reference_minor = 50990 WHERE id = 'd6ecb7f8-3fc4-5219-a15d-4ffeeb822da5';
