import type { Clock, Logger } from '@waypost/sdk';
import type { ClientAddressWriter, PeerSource } from '../../process/client-address.ts';
import { ADDRESS_BYTES, formatAddress } from '../../sdk/address.ts';
import type { PageOptions } from '../answers/page-languages.ts';
import { createPasswordPages, PASSWORD_FIELD } from '../answers/password-page.ts';
import type { RefusalKind } from '../answers/words.ts';
import { queryOf } from '../derive/query-of.ts';
import { within } from '../links/arena.ts';
import { EXTRA, lengthBefore } from '../links/extras.ts';
import type { LinkIndex } from '../links/link-index.ts';
import { extraAt } from '../links/record.ts';
import { PASS_PART_SECONDS, PASS_VISIT_SECONDS, type PasswordPasses } from '../rules/password-pass.ts';
import type { LinkPasswords } from './link-passwords.ts';
import { parameterName, parametersIn, withParameter } from './query-text.ts';
import { readForm } from './read-form.ts';
import type { createStateRules } from './state-rules.ts';
import type { Tell } from './tell.ts';

/** Query parameter of the one visit that a right password opens. */
export const PASS_PARAMETER = 'waypost_pass';

/** A visit of a link that asks for a password, after all that could refuse it. */
export interface GuardedVisit {
  ordinal: number;
  /** Where the visit stands, which is another link's place on the way to this one. */
  place: number;
  code: string;
  request: Request;
  server: PeerSource;
  /** Asks for what belongs to a page that is shown. */
  isPart: boolean;
  /** Only fetched ahead: nothing is used up. */
  isAhead: boolean;
  /** Whom a pass has let in already. */
  admitted: string | undefined;
}

/**
 * The way past a link's password: GET asks for it, POST looks at it and answers 303 to the same address with a pass, and the
 * GET with the pass is the visit, once. Answers undefined where the visit goes on at once; `goOn` is called where it does later.
 */
export type PasswordGate = (
  visit: GuardedVisit,
  goOn: (admitted: string) => Response | Promise<Response>,
) => Response | Promise<Response> | undefined;

interface PasswordGateOptions extends PageOptions {
  index: LinkIndex;
  passwords: LinkPasswords;
  passes: PasswordPasses;
  states: Pick<ReturnType<typeof createStateRules>, 'scanMark'>;
  writeClientAddress: ClientAddressWriter;
  clock: Clock;
  log: Logger;
  counters: { uncounted: number };
  refuse(kind: RefusalKind, request: Request): Response;
  tell?: Tell | undefined;
}

export function createPasswordGate(options: PasswordGateOptions): PasswordGate {
  const { clock, counters, index, passes, passwords, refuse, tell } = options;
  const page = createPasswordPages(options);
  const addressBytes = new Uint8Array(ADDRESS_BYTES);

  /** The page's own address without what was used up, and with a mark of the scan that lasts as long as somebody types. */
  const formQuery = ({ ordinal, code, place, request }: GuardedVisit): string => {
    const query = parametersIn(request.url).filter((one) => parameterName(one) !== PASS_PARAMETER);
    const mark = options.states.scanMark(ordinal, code, request, place);
    const token = mark === undefined ? -1 : query.findIndex((one) => parameterName(one) === 's');
    if (token >= 0) query[token] = `s=${mark}`;
    // As a browser would write it: a Host header that is no address leaves what was sent as it is.
    const url = new URL('http://host/');
    url.search = `?${query.join('&')}`;
    return url.search.slice(1);
  };
  const ask = (asked: Parameters<typeof page>[0], visit: GuardedVisit): Response => {
    tell?.({ check: 'password', is_asked: true });
    counters.uncounted++;
    return page(asked, `?${formQuery(visit)}`, visit.request);
  };
  const isAskedElsewhere = ({ headers }: Request): boolean => {
    const site = headers.get('sec-fetch-site');
    return site !== null && site !== 'same-origin' && site !== 'none';
  };
  const addressOf = ({ request, server }: GuardedVisit): string => {
    options.writeClientAddress(request, server, addressBytes, 0);
    return formatAddress(addressBytes);
  };
  const unavailable = (request: Request) => (error: unknown) => {
    options.log.warn({ error }, 'the password of a link could not be looked at');
    return refuse('unavailable', request);
  };

  const look = async (link: { id: string; hash: string }, visit: GuardedVisit): Promise<Response> => {
    const { request } = visit;
    const address = addressOf(visit);
    const password = (await readForm(request))?.get(PASSWORD_FIELD);
    if (!password) return ask('wrong', visit);
    const attempt = { link: link.id, hash: link.hash, password, address, signal: request.signal };
    const verdict = await passwords.look(attempt);
    if (verdict !== 'right') return ask(verdict, visit);
    const query = formQuery(visit);
    const pass = passes.make(link, clock.now());
    counters.uncounted++;
    return new Response(null, {
      status: 303,
      headers: {
        location: withParameter(`/${visit.code}?${query}`, PASS_PARAMETER, pass),
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      },
    });
  };

  return (visit, goOn) => {
    const { request } = visit;
    const link = { id: index.idOf(visit.ordinal), hash: hashOf(index, visit.ordinal) };
    const admission = `${link.id} ${link.hash}`;
    if (visit.admitted === admission) {
      tell?.({ check: 'password', is_asked: false });
      return undefined;
    }
    if (request.method === 'POST') {
      // A page of somebody else's must not spend a visitor's attempts.
      if (isAskedElsewhere(request)) return ask('first', visit);
      return look(link, visit).catch(unavailable(request));
    }
    const now = clock.now();
    const pass = passes.read(link, queryOf(request.url).get(PASS_PARAMETER) ?? '', now);
    if (visit.isPart) return pass === undefined ? refuse('refused', request) : undefined;
    if (pass === undefined || pass.age >= PASS_VISIT_SECONDS || visit.isAhead || request.method === 'HEAD')
      return ask('first', visit);
    return passwords
      .useOnce(pass.name, new Date(now + PASS_PART_SECONDS * 1000))
      .then((isFirst) => (isFirst ? goOn(admission) : ask('first', visit)))
      .catch(unavailable(request));
  };
}

function hashOf(index: LinkIndex, ordinal: number): string {
  const position = index.recordOf(ordinal);
  const bytes = index.arena.bytesAt(position);
  const at = extraAt(bytes, within(position), EXTRA.password);
  // Not one that any password has: without its hash a link opens to nobody.
  return at < 0 ? '' : bytes.toString('latin1', at, at + lengthBefore(bytes, at));
}
