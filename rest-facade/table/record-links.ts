import { address } from '../wire/json-schema.js';
import { pathsOf, templateCode, type Member, type PathsIn, type Shapes } from './member.js';

/** Members of records that link to other resources. */

/**
 * A link to a v2.1 resource: `link('/talks/{id}/comments', 'Comments on the talk.')`.
 *
 * @param when when the link is present: completes the sentence `Only …`; it is absent if a parameter is null
 */
export function link<Template extends string>(
  template: Template,
  description: string,
): Member<Shapes<PathsIn<Template>, string>>;
export function link<Template extends string>(
  template: Template,
  description: string,
  when: string,
): Member<Shapes<PathsIn<Template>, string | null>>;
export function link(template: string, description: string, when?: string): Member<unknown> {
  return linkTo('request.links.inJson.base', template, description, when);
}

/** A link to a page of the website: `page('/talk/{stub}', 'Web page of the talk.')`. Parameters are encoded. */
export function page<Template extends string>(
  template: Template,
  description: string,
): Member<Shapes<PathsIn<Template>, string>>;
export function page<Template extends string>(
  template: Template,
  description: string,
  when: string,
): Member<Shapes<PathsIn<Template>, string | null>>;
export function page(template: string, description: string, when?: string): Member<unknown> {
  return linkTo('request.links.inJson.website', template, description, when, encodeURIComponent);
}

/** A link to a feed of the service: `feed('/feeds/talks/{id}.ics', 'The talk as a calendar.')`. */
export const feed = <Template extends string>(
  template: Template,
  description: string,
): Member<Shapes<PathsIn<Template>, string>> => linkTo('request.links.inJson.origin', template, description, undefined);

function linkTo(
  base: string,
  template: string,
  description: string,
  when: string | undefined,
  encode?: (text: string) => string,
): Member<unknown> {
  return {
    reads: pathsOf(template),
    code: templateCode(base, template, when !== undefined, encode),
    documentation: { schema: address, description },
    ...(when !== undefined && { only: when }),
  };
}
