/** One index per filter and per order that a read uses; every order ends in the ID, so it is total. */
export const indexes = `
create unique index users_username_key on users (lower(username));
create unique index users_email_key on users (lower(email));
create index users_full_name_index on users (full_name, id);
create index users_search_index on users using gin (username gin_trgm_ops, full_name gin_trgm_ops, twitter_username gin_trgm_ops);

create index applications_user_index on applications (user_id);
create index access_tokens_user_index on access_tokens (user_id);
create index access_tokens_application_index on access_tokens (application_id);
create index account_tokens_user_index on account_tokens (user_id);

create index events_start_index on events (starts_at, id);
create index events_public_start_index on events (starts_at, id) where is_public;
create index events_public_end_index on events (ends_at, starts_at, id) where is_public;
create index events_cfp_index on events (cfp_ends_at, id) where is_public and cfp_ends_at is not null;
create index events_pending_index on events (starts_at, id) where status = 'PENDING';
create index events_name_index on events using gin (name gin_trgm_ops);
create index events_tags_index on events using gin (tags);
create index events_stub_index on events (lower(stub));

create index event_hosts_user_index on event_hosts (user_id, event_id);
create index event_attendees_user_index on event_attendees (user_id, event_id);

create index tracks_event_index on tracks (event_id, name, id);
create index talks_event_index on talks (event_id, starts_at, id);
create index talks_start_index on talks (starts_at, id);
create index talks_title_index on talks using gin (title gin_trgm_ops);
create index talk_tracks_track_index on talk_tracks (track_id, talk_id);
create index talk_tracks_event_index on talk_tracks (event_id);
create index talk_speakers_talk_index on talk_speakers (talk_id, id);
create index talk_speakers_event_index on talk_speakers (event_id);
create unique index talk_speakers_user_key on talk_speakers (user_id, talk_id) where user_id is not null;
create index speaker_claims_event_index on speaker_claims (event_id, id);
create index speaker_claims_talk_index on speaker_claims (talk_id);
create index speaker_claims_user_index on speaker_claims (user_id);
create index talk_links_talk_index on talk_links (talk_id, id);
create index talk_links_event_index on talk_links (event_id);
create index talk_stars_user_index on talk_stars (user_id, talk_id);
create index talk_stars_event_index on talk_stars (event_id);

create index event_comments_event_index on event_comments (event_id, created_at, id) where not is_hidden;
create index event_comments_user_index on event_comments (user_id, created_at, id);
create unique index event_comments_digest_key on event_comments (event_id, user_id, digest) where user_id is not null and digest is not null;

create index talk_comments_talk_index on talk_comments (talk_id, created_at, id) where not is_hidden;
create index talk_comments_event_index on talk_comments (event_id, created_at, id) where not is_hidden;
create index talk_comments_user_index on talk_comments (user_id, created_at, id);
create unique index talk_comments_digest_key on talk_comments (talk_id, user_id, digest) where user_id is not null and digest is not null;

create index comment_reports_event_index on comment_reports (event_id, id);
create index comment_reports_event_comment_index on comment_reports (event_comment_id);
create index comment_reports_talk_comment_index on comment_reports (talk_comment_id);
`;
