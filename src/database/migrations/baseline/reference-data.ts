/** The languages of spec §4.5 and the talk types of contract §3.4, with the IDs of legacy deployments. */
export const referenceData = `
insert into languages (id, name, code) values
  (1, 'English - US', 'us'), (2, 'English - UK', 'uk'), (3, 'Deutsch', 'de'), (4, 'Nederlands', 'ne'), (5, 'Francais', 'fr'),
  (6, 'Espanol', 'es'), (7, 'Polish', 'pl'), (8, 'Finnish', 'fi'), (9, 'Brazilian Portuguese', 'pobr');
select setval(pg_get_serial_sequence('languages', 'id'), 9);

insert into talk_types (id, kind, description) values
  (1, 'TALK', 'A session in which one or more speakers present a subject'),
  (2, 'SOCIAL_EVENT', 'A gathering beside the programme'),
  (3, 'KEYNOTE', 'A session for everybody at the event'),
  (4, 'WORKSHOP', 'A session in which the participants work themselves'),
  (5, 'EVENT_RELATED', 'Opening, closing, breaks and other parts of the event itself');
select setval(pg_get_serial_sequence('talk_types', 'id'), 5);
`;
