import type { CallAccess, CallDefinition } from '@waypost/contract';
import type { RequestContext } from '@waypost/sdk';
import type { z } from 'zod';

/** One call as it was declared: the app of its plugin is made of it, and OpenAPI tells it. */
export interface Route {
  plugin: string;
  area: string;
  call: string;
  access: CallAccess;
  body: z.ZodType;
  /** Describes `content`. */
  result: z.ZodType;
  /** Whether `content` is passed through `result`, which strips what it does not declare. */
  isResultChecked: boolean;
  /** As in the call's definition. */
  answers?: CallDefinition['answers'] | undefined;
  ratePerMinute: number | undefined;
  /** As in the call's definition. */
  failureStatuses?: CallDefinition['failureStatuses'];
  /** As in the call's definition. */
  isPersonal?: true | undefined;
  /** As in the call's definition. */
  needsSecondFactor?: true | undefined;
  /** As in the call's definition. */
  header?: string | undefined;
  /** Bytes, as `bodyLimitOf` has checked them. */
  bodyLimit: number;
  /** JSON schemas of body and content where the zod schemas are in the plugin's own process. */
  bodySchema?: Readonly<Record<string, unknown>>;
  resultSchema?: Readonly<Record<string, unknown>>;
  summary: string;
  /** Locale key of the answer's message. */
  message: string;
  /** Of a list: its rows one portion after the other, by where the one before ended and not by how many there were. */
  portion?(
    body: unknown,
    request: RequestContext,
    place: { after: unknown; size: number },
  ): Promise<{ rows: Record<string, unknown>[]; next: unknown }>;
  /** Handles a body that has passed its schema. For calls that are not public the request has a caller. */
  run(body: unknown, request: RequestContext): Promise<unknown>;
}

/** `area/call`, the key of a route. */
export function routeKey(route: Pick<Route, 'area' | 'call'>): string {
  return `${route.area}/${route.call}`;
}
