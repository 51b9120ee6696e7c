/** For tests with more writes than a user may make, which measure something else than these limits. */
export const unlimitedWrites = {
  ...{ LIMIT_WRITES_USER: 'off', LIMIT_EVENT_COMMENTS_USER: 'off' },
  ...{ LIMIT_REPORTS_USER: 'off', LIMIT_CLAIMS_USER: 'off', LIMIT_EVENT_STATES_USER: 'off' },
};
