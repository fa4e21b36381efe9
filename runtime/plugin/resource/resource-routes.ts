import {
  type Action,
  bodyLimitOf,
  codeOf,
  type ListQuery,
  pageOf,
  type Resource,
  type ResourceCall,
  YesNo,
  zId,
} from '@waypost/contract';
import type { RequestContext, SignedRequest } from '@waypost/sdk';
import { z } from 'zod';
import type { Route } from '../activation/route.ts';
import { type ActionHandler, runAction } from './action.ts';
import { addRow } from './add.ts';
import { moveRow, purgeRow } from './bin.ts';
import { findRow } from './find-row.ts';
import { listRows } from './list.ts';
import { listPortion } from './list-portion.ts';
import type { MountedResource } from './mounted-resource.ts';
import { presentRows } from './row.ts';
import { updateRow } from './update.ts';

type Made = Pick<Route, 'body' | 'result' | 'summary' | 'message'> & {
  permission: string;
  bodyLimit?: number | undefined;
  run(body: Record<string, unknown>, request: SignedRequest): Promise<unknown>;
  portion?(
    body: Record<string, unknown>,
    request: SignedRequest,
    place: { after: unknown; size: number },
  ): ReturnType<typeof listPortion>;
};

const oneOf = ({ id }: Resource) => z.strictObject({ id });
const zVersioned = z.object({ id: zId, version: z.int() });

/** The calls that a resource's declaration and binding make. */
export function resourceRoutes(mounted: MountedResource): Route[] {
  const { resource } = mounted;
  const calls = resource.calls.map((call) => [call, madeCall(mounted, call)] as const);
  const actions = Object.entries(resource.actions).map(
    ([name, action]) => [name, madeAction(mounted, name, action)] as const,
  );
  const asksCode: ReadonlySet<string> = new Set([
    ...resource.needsSecondFactor,
    ...Object.entries(resource.actions).flatMap(([name, action]) => (action.needsSecondFactor ? [name] : [])),
  ]);
  return [...calls, ...actions].map(([call, made]) => {
    const access = { permission: `${resource.name}:${made.permission}` };
    const named = { area: resource.area, call, access };
    return {
      ...named,
      plugin: resource.plugin,
      body: made.body,
      result: made.result,
      isResultChecked: false,
      ratePerMinute: undefined,
      bodyLimit: bodyLimitOf({ ...named, bodyLimit: made.bodyLimit }),
      ...(asksCode.has(call) ? { needsSecondFactor: true as const } : {}),
      summary: made.summary,
      message: made.message,
      run: (body: unknown, request: RequestContext) =>
        made.run(body as Record<string, unknown>, request as SignedRequest),
      ...portionOf(made),
    };
  });
}

function portionOf({ portion }: Made): Pick<Route, 'portion'> {
  if (portion === undefined) return {};
  return {
    portion: (body, request, place) =>
      portion(body as Record<string, unknown>, request as SignedRequest, place),
  };
}

function madeCall(mounted: MountedResource, call: ResourceCall): Made {
  const { resource } = mounted;
  const { schemas, name } = resource;
  switch (call) {
    case 'inquire':
    case 'user_inquire':
      return {
        permission: 'read',
        body: schemas.query,
        result: pageOf(schemas.row),
        summary:
          call === 'inquire' ? `Lists ${name} within the caller's scope` : `Lists the caller's own ${name}`,
        message: 'server.done',
        run: (body, request) =>
          listRows(mounted, body as ListQuery, request, { owner: call === 'inquire' ? 'any' : 'self' }),
        portion: (body, request, place) =>
          listPortion(mounted, {
            query: body as ListQuery,
            request,
            place,
            owner: call === 'inquire' ? 'any' : 'self',
          }),
      };
    case 'details':
      return {
        permission: 'read',
        body: oneOf(resource),
        result: schemas.row,
        summary: `One ${name}`,
        message: 'server.done',
        run: async (body, request) => {
          const row = await findRow(mounted, String(body.id), request);
          return (await presentRows(mounted, [row], request))[0];
        },
      };
    case 'add':
      return {
        permission: 'create',
        bodyLimit: resource.bodyLimit,
        body: schemas.create,
        result: z.looseObject({ id: zId }),
        summary: `Creates one ${name}`,
        message: 'server.created',
        run: (body, request) => addRow(mounted, body, request),
      };
    case 'update':
      return {
        permission: 'update',
        bodyLimit: resource.bodyLimit,
        body: schemas.update,
        result: zVersioned,
        summary: `Changes one ${name}; a stale version is refused`,
        message: 'server.saved',
        run: (body, request) => updateRow(mounted, body as { id: string; version: number }, request),
      };
    case 'update_remove':
      return {
        permission: 'delete',
        body: z.strictObject({ id: resource.id, remove: codeOf(YesNo).optional() }),
        result: zVersioned,
        summary: `Moves one ${name} to the bin (remove 2) or back (remove 1)`,
        message: 'server.moved',
        run: (body, request) => moveRow(mounted, body as { id: string; remove?: number }, request),
      };
    case 'remove':
      return {
        permission: 'delete',
        body: oneOf(resource),
        result: z.null(),
        summary: `Deletes one ${name} for good`,
        message: 'server.removed',
        run: (body, request) => purgeRow(mounted, String(body.id), request),
      };
  }
}

function madeAction(mounted: MountedResource, name: string, action: Action): Made {
  const handler = actionHandlers(mounted)[name];
  if (handler === undefined)
    throw new TypeError(`${mounted.resource.name}: the action ${name} is declared but has no handler`);
  return {
    permission: name,
    bodyLimit: action.bodyLimit,
    body: actionBody(mounted.resource, name, action),
    result: action.result ?? z.unknown(),
    summary: `${name} of one ${mounted.resource.name}`,
    message: 'server.done',
    run: ({ id, ...body }, request) => runAction(mounted, { name, handler, id: String(id), body }, request),
  };
}

function actionHandlers(mounted: MountedResource) {
  return (mounted.binding.actions ?? {}) as Record<string, ActionHandler | undefined>;
}

function actionBody(resource: Resource, name: string, action: Action): z.ZodType {
  if (action.body === undefined) return oneOf(resource);
  if (!(action.body instanceof z.ZodObject))
    throw new TypeError(`${resource.name}: the body of action ${name} must be an object`);
  return z.strictObject({ ...action.body.shape, id: resource.id });
}
