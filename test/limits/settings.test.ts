import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { limitsEnvironment, limitsSettings } from '../../src/config/limits.js';

const environment = z.object(limitsEnvironment);

describe('the settings of rate limits', () => {
  it('have defaults', () => {
    expect(limitsSettings(environment.parse({}))).toEqual({
      login_address: { points: 100, seconds: 900 },
      login_account_address: { points: 10, seconds: 3600 },
      login_account: { points: 50, seconds: 86400 },
      registration_address: { points: 30, seconds: 3600 },
      refused_registration_address: { points: 100, seconds: 3600 },
      reminder_address: { points: 30, seconds: 3600 },
      reminder_account: { points: 5, seconds: 3600 },
      email_changes_user: { points: 5, seconds: 3600 },
      contact_address: { points: 10, seconds: 3600 },
      applications_user: { points: 20, seconds: 86400 },
      unknown_token_address: { points: 100, seconds: 60 },
      writes_user: { points: 120, seconds: 60 },
      event_comments_user: { points: 30, seconds: 3600 },
      reports_user: { points: 20, seconds: 3600 },
      claims_user: { points: 30, seconds: 3600 },
      imports_user: { points: 60, seconds: 3600 },
      event_states_user: { points: 20, seconds: 3600 },
      webhook_messages_user: { points: 40, seconds: 3600 },
      room_names_user: { points: 60, seconds: 3600 },
      talk_comments: { points: 30, seconds: 3600 },
    });
  });

  it.each(Object.keys(limitsEnvironment))('%s sets one of them, or disables it', (variable) => {
    const written = (value: string) => JSON.stringify(limitsSettings(environment.parse({ [variable]: value })));
    expect(written('7/77').split('{"points":7,"seconds":77}')).toHaveLength(2);
    expect(written('off').split('null')).toHaveLength(2);
  });

  it.each(['', '100', '100/', '0/60', '5/0', '-1/60', '1.5/60', '5 / 60', '1000001/60', '5/9999999', 'OFF'])(
    'reject %j with an explanation',
    (value) => {
      expect(environment.safeParse({ LIMIT_LOGIN_ADDRESS: value }).error?.issues).toMatchObject([
        {
          path: ['LIMIT_LOGIN_ADDRESS'],
          message: 'must be <times>/<seconds> such as 100/900 (up to 1000000 times, 2678400 seconds), or off',
        },
      ]);
    },
  );
});
