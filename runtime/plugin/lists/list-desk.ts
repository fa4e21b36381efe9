import { defineError, errors, PAGE_SIZE_MAX } from '@waypost/contract';
import type { Caller, Logger, SignedRequest } from '@waypost/sdk';
import type { AskedList, LaterReader, ListDesk, ListReading } from '@waypost/sdk/platform';
import { z } from 'zod';
import type { Activation } from '../activation/activation.ts';
import { type Generation, translateIn } from '../activation/generation.ts';
import { type Route, routeKey } from '../activation/route.ts';
import { checkInput } from '../context/check-input.ts';
import { checkResult } from '../context/check-result.ts';

export const listTooLong = defineError({ code: 'list_too_long', status: 422, params: ['count'] });

/** Longest that a portion may take, milliseconds: what takes longer is not a list any more. */
const PORTION_LIMIT_MS = 60_000;

/** The page that comes next of a list that only knows pages, and the rows of the one before it. */
const zPagePlace = z.object({ page: z.int(), seen: z.array(z.string()) });
const zPage = z.object({
  content: z.array(z.record(z.string(), z.unknown())),
  count: z.int(),
  is_at_least: z.boolean().optional(),
});

export interface ListDeskOptions {
  generation(): Generation;
  /** The caller with what they may do now; undefined when that is nothing. */
  later(reader: LaterReader): Promise<Caller | undefined>;
  log: Logger;
}

/** Reads lists as their own calls do: through their rights, their scope and their joined fields. */
export function createListDesk(options: ListDeskOptions): ListDesk {
  const { generation, later, log } = options;

  /** The request that is read with now. @throws AppError `forbidden` 403 when the account may nothing any more */
  async function requestOf({ reader, locale, signal }: ListReading): Promise<SignedRequest> {
    const caller = await later(reader);
    if (caller === undefined) throw errors.forbidden.create({ permission: '' });
    return {
      caller: reader.isActing ? { ...caller, actor: { id: '', account: '' } } : caller,
      locale,
      language: locale,
      address: '',
      userAgent: '',
      requestId: 'list',
      log,
      signal: AbortSignal.any([signal, AbortSignal.timeout(PORTION_LIMIT_MS)]),
      translate: (key, params) => translateIn(generation(), locale, key, params),
    };
  }

  const open = async (list: AskedList, reading: ListReading) => {
    const route = listRoute(generation(), list);
    const request = await requestOf(reading);
    requireRights(route, request, generation());
    return { route, request };
  };

  return {
    readerOf: ({ caller }) => ({
      account: caller.id,
      via: caller.via,
      credential: caller.credential,
      isActing: caller.actor !== undefined,
    }),
    async check(list, request) {
      const route = listRoute(generation(), list);
      requireRights(route, request, generation());
      await bodyOf(route, list, { page: 1, page_size: 1 }, request);
    },
    async count(list, reading) {
      const { route, request } = await open(list, reading);
      const page = await pageOf(route, list, { page: 1, page_size: 1 }, request);
      if (!page.is_at_least) return page.count;
      // Its pages end there: told at once, and not after as many rows.
      if (route.portion === undefined) throw listTooLong.create({ count: page.count });
      return undefined;
    },
    async portion(list, after, reading) {
      const { route, request } = await open(list, reading);
      if (route.portion !== undefined) {
        const body = await bodyOf(route, list, {}, request);
        return route.portion(body, request, { after, size: PAGE_SIZE_MAX });
      }
      return nextPage(route, list, after, request);
    },
    async row({ area, id }, reading) {
      const route = findRoute(generation(), area, 'details');
      // What asks for a code asks for it each time, and nobody sits here to answer.
      if (route === undefined || route.answers !== undefined || route.needsSecondFactor) return undefined;
      const request = await requestOf(reading);
      try {
        requireAccess(route, request);
        const body = await checkInput(route.body, { id }, request.translate);
        return z.record(z.string(), z.unknown()).parse(await answered(route, body, request));
      } catch (error) {
        if (isRefusal(error)) return undefined;
        throw error;
      }
    },
  };
}

const isRefusal = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'status' in error &&
  (error.status === 403 || error.status === 404 || error.status === 422);

/** Page by page, for lists that know no other way; what moved onto the next page meanwhile is not told twice. */
async function nextPage(route: Route, list: AskedList, after: unknown, request: SignedRequest) {
  const { page, seen } = after === undefined ? { page: 1, seen: [] } : zPagePlace.parse(after);
  const found = await pageOf(route, list, { page, page_size: PAGE_SIZE_MAX }, request);
  const { content, count } = found;
  const isEnd = content.length === 0 || page * PAGE_SIZE_MAX >= count;
  if (isEnd && found.is_at_least) throw listTooLong.create({ count });
  const known = new Set(seen);
  const idOf = (row: Readonly<Record<string, unknown>>): string => (typeof row.id === 'string' ? row.id : '');
  return {
    rows: content.filter((row) => !known.has(idOf(row))),
    next: isEnd ? null : { page: page + 1, seen: content.map(idOf).filter((id) => id !== '') },
  };
}

async function pageOf(
  route: Route,
  list: AskedList,
  paging: { page: number; page_size: number },
  request: SignedRequest,
) {
  return zPage.parse(await answered(route, await bodyOf(route, list, paging, request), request));
}

/** What a call answers, as whoever makes it is told: without what its result does not declare, and without rows that are not as declared. */
async function answered(route: Route, body: unknown, request: SignedRequest): Promise<unknown> {
  const found = await route.run(body, request);
  return route.isResultChecked ? await checkResult(route.result, found, request.log) : found;
}

const bodyOf = (route: Route, { body }: AskedList, paging: object, { translate }: SignedRequest) =>
  checkInput(route.body, { ...body, ...paging }, translate);

/** @throws AppError `not_found` 404 when no active plugin has such a list */
function listRoute(generation: Generation, { area, call }: AskedList): Route {
  const route = findRoute(generation, area, call);
  if (route === undefined || !takesPages(route)) throw errors.notFound.create();
  return route;
}

function findRoute(generation: Generation, area: string, call: string): Route | undefined {
  const key = `${area}/${call}`;
  const activation: Activation | undefined = generation.calls.get(key) ?? generation.areas.get(area);
  return [...(activation?.routes ?? [])].find((route) => routeKey(route) === key);
}

/** Whether a call is one of a list: it is asked for pages. Of plugins in their own process the JSON schema says so. */
function takesPages({ answers, body, bodySchema, needsSecondFactor }: Route): boolean {
  if (answers !== undefined || needsSecondFactor) return false;
  const shape = bodySchema === undefined ? (body as Partial<z.ZodObject>).shape : bodySchema.properties;
  return typeof shape === 'object' && shape !== null && 'page' in shape && 'page_size' in shape;
}

/** @throws AppError `acting_refused` and `forbidden` 403 */
function requireAccess(route: Route, { caller }: SignedRequest): void {
  if (route.isPersonal && caller.actor) throw errors.actingRefused.create();
  if ('permission' in route.access) requireNode(caller, route.access.permission);
  // A one-time password opens nothing here, whatever the list asks for.
  if (caller.hasOneTimePassword || caller.lacksSecondFactor)
    throw errors.forbidden.create({ permission: '' });
}

/** What the list itself asks for, and the right to take it away where there is one. */
function requireRights(route: Route, request: SignedRequest, { activations }: Generation): void {
  requireAccess(route, request);
  if (!('permission' in route.access)) return;
  const node = route.access.permission.replace(/:[^:]*$/, ':export');
  const isKnown = [...activations.values()].some(({ permissions }) => permissions.has(node));
  if (isKnown) requireNode(request.caller, node);
}

function requireNode(caller: Caller, permission: string): void {
  if (!caller.isSuper && !caller.permissions.has(permission)) throw errors.forbidden.create({ permission });
}
