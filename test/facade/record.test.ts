import { describe, expect, it } from '@jest/globals';
import type { JsonText } from '../../rest-facade/wire/json.js';
import { Links } from '../../rest-facade/wire/links.js';
import { record } from '../../rest-facade/table/record.js';
import { link, page } from '../../rest-facade/table/record-links.js';
import { from, list, of, only, verbose, verboseAfter, when } from '../../rest-facade/table/rows.js';
import { fragmentOf } from '../../rest-facade/table/selection.js';
import { wireRequest } from './settings.js';

const plain = wireRequest();
const full = wireRequest('verbose=yes');
const track = { id: '4', eventId: '7', name: 'Main' };
const namesOf = (made: JsonText) => Object.keys(made.toJSON());

describe('a table of members', () => {
  it('shows fields, converted ones, and values computed from several, in the order of its rows', () => {
    const serialize = record('Track', {
      both: from(['id', 'name'], ({ id, name }: { id: string; name: string }) => `${id} ${name}`, {
        schema: {},
        description: '',
      }),
      number: of('id', Number),
      name: of('name'),
    });
    expect(serialize(track, plain, null).text).toBe('{"both":"4 Main","number":4,"name":"Main"}');
  });

  it('shows null for a field of an object that is null', () => {
    const serialize = record('TalkComment', { name: of('user.fullName') });
    expect(serialize({ user: { fullName: 'A' } }, plain, null).toJSON()).toEqual({ name: 'A' });
    expect(serialize({ user: null }, plain, null).toJSON()).toEqual({ name: null });
  });

  it('omits an optional member whose value is null, and one whose condition is false', () => {
    const serialize = record('TalkComment', {
      name: only('for accounts', of('user.fullName')),
      user_uri: link('/users/{user.id}', 'The author.', 'for accounts'),
      admin: only(
        'for administrators',
        of('rating'),
        when('rating', (rating: number, viewer) => rating > 1 && !!viewer),
      ),
    });
    const user = { id: '3', fullName: 'A' };
    expect(namesOf(serialize({ user: null, rating: 5 }, plain, null))).toEqual([]);
    expect(serialize({ user, rating: 5 }, plain, { id: '1', isAdmin: false }).toJSON()).toEqual({
      name: 'A',
      user_uri: 'http://api.test/v2.1/users/3',
      admin: 5,
    });
  });

  it('has members of the verbose form only, and members that move in it', () => {
    const serialize = record('Track', {
      first: verboseAfter('second', of('name')),
      second: of('name'),
      third: verbose(of('description')),
    });
    expect(namesOf(serialize(track, plain, null))).toEqual(['first', 'second']);
    expect(namesOf(serialize({ ...track, description: '' }, full, null))).toEqual(['second', 'first', 'third']);
    expect(() => serialize(track, full, null)).toThrow('The operation did not select the verbose form');
  });

  it('links to resources, and with encoded parameters to the website where there is one', () => {
    const serialize = record('Event', { uri: link('/events/{id}', ''), website_uri: page('/e/{slug}', '') });
    const event = { id: '7', slug: 'a/b é' };
    const links = new Links('http://api.test', 'https://site.test/base');
    expect(serialize(event, plain, null).toJSON()).toEqual({
      uri: 'http://api.test/v2.1/events/7',
      website_uri: 'http://api.test/e/a%2Fb%20%C3%A9',
    });
    expect(serialize(event, wireRequest('', { links }), null).toJSON()['website_uri']).toBe(
      'https://site.test/base/e/a%2Fb%20%C3%A9',
    );
  });

  it('writes JSON for any text, number, list and address', () => {
    const serialize = record('Event', {
      name: of('name'),
      latitude: of('latitude'),
      tags: of('tags'),
      website_uri: page('/e/{slug}', ''),
    });
    const links = new Links('http://api.test', 'https://site.test/"quoted"');
    const event = { name: 'a "b" \\ \n \ud800', latitude: -48.25, tags: ['"', 'é'], slug: '"' };
    expect(serialize(event, wireRequest('', { links }), null).text).toBe(
      JSON.stringify({
        name: event.name,
        latitude: event.latitude,
        tags: event.tags,
        website_uri: 'https://site.test/"quoted"/e/%22',
      }),
    );
  });

  it('shows lists of records, which may read the record that contains them', () => {
    const inner = record('Track', { uri: link('/talks/{parent.id}/tracks/{id}', '') });
    const serialize = record('Talk', { tracks: list('tracks', inner) });
    expect(serialize({ id: '2', tracks: [{ id: '4' }] }, plain, null).toJSON()).toEqual({
      tracks: [{ uri: 'http://api.test/v2.1/talks/2/tracks/4' }],
    });
  });

  it('selects IDs first, then what its rows show, and verbose fields only for the verbose form', () => {
    const isId = (path: string) => path.split('.').at(-1) === 'id';
    const one = record('TalkComment', {
      text: of('text'),
      source: verbose(of('source')),
      name: of('user.fullName'),
      hash: verbose(of('user.avatarHash')),
      uri: link('/talk_comments/{id}', ''),
    });
    expect(fragmentOf(one, isId)).toBe(
      'fragment TalkCommentRecord on TalkComment ' +
        '{ id text source @include(if: $verbose) user { fullName avatarHash @include(if: $verbose) } }',
    );
    const two = record('Track', {
      a: verbose(of('name')),
      b: verbose(of('description')),
      c: of('talkCount'),
    });
    expect(fragmentOf(two, isId)).toBe(
      'fragment TrackRecord on Track { talkCount ...TrackVerbose @include(if: $verbose) }\n' +
        'fragment TrackVerbose on Track { name description }',
    );
  });

  it('accepts only paths of existing fields', () => {
    expect(() => record('Track', { name: of('name; process.exit()') as never })).toThrow('is not a path');
  });
});
