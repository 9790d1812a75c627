-- An operator who is logged in and accepted a price.
INSERT INTO operators (name, password, changed_at) VALUES
    ('ann', '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$MXbiaP3P7ytDDM9BTzaBpWyX6NfS9n2lBnQkRG4QO8Q', @-2d);
INSERT INTO operator_sessions (digest, operator, begun_at, ends_at) VALUES
    (x'7724da8dd36ccc95a57bd49c21db1ca77724da8dd36ccc95a57bd49c21db1ca7', 'ann', @-1h, @+8h);
INSERT INTO operator_acts (no, at, operator, act, subject, outcome) VALUES (1, @-1h, 'ann', 'log in', '', 'done');
