/** Table of the fixture → the IDs of rows that the report lists, because they are imported with changes. */
export const repaired: Readonly<Record<string, readonly number[]>> = {
  user: [2, 3, 4, 7, 9, 10],
  events: [5, 8, 9, 11, 13],
  talks: [1, 3, 7, 8],
  talk_speaker: [5, 7, 10],
  talk_comments: [3, 4, 8, 17, 18],
  event_comments: [3, 4, 8, 13],
  reported_talk_comments: [4, 6, 7, 8],
  oauth_consumers: [2, 3],
  event_track: [2, 3],
  event_images: [6],
};

/** Table of the fixture → the IDs of rows that the report lists, because they are skipped. */
export const skipped: Readonly<Record<string, readonly number[]>> = {
  talks: [5, 9, 13, 15],
  event_track: [4, 5],
  event_images: [3, 4, 7, 8],
  tags_events: [3, 4, 6, 7, 9, 10, 11],
  user_admin: [2, 3, 5, 6, 7, 8, 10],
  user_attend: [3, 4, 5, 6, 7],
  talk_cat: [4, 6, 7, 8, 9, 10],
  talk_track: [2, 4, 5, 6, 7, 8],
  talk_links: [3, 6, 7, 8, 9, 11],
  talk_speaker: [4, 6, 9, 11, 12, 17, 18],
  pending_talk_claims: [3, 4, 6, 7, 8, 9, 10, 11],
  talk_comments: [14, 15, 16, 19],
  event_comments: [12, 14],
  reported_talk_comments: [5, 9],
  reported_event_comments: [4],
  user_talk_star: [3, 4, 5],
  oauth_access_tokens: [2, 3, 4, 5, 6],
  oauth_consumers: [4],
  email_verification_tokens: [1, 2],
  password_reset_tokens: [1],
  user: [0],
  tags: [-1, 8],
};
