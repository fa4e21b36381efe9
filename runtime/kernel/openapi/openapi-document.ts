import { z } from 'zod';
import type { Generation } from '../plugin/generation.ts';
import type { Route } from '../plugin/route.ts';

type Json = Record<string, unknown>;

/** Failures that a call may answer with, by status. */
const FAILURES: Readonly<Record<string, string>> = {
  400: 'The body is not JSON, or ended early',
  401: 'No valid token',
  403: 'The permission is missing',
  404: 'No such row, call or active plugin',
  408: 'The body came too slowly',
  409: 'Stale version or duplicate',
  422: 'The body breaks its schema; every fault has a path',
  429: 'Too many requests; Retry-After says when to come back',
  500: 'A fault of the server; request_id finds it in the log',
  503: 'The store cannot be reached',
  504: 'The call took too long',
};
const PUBLIC_STATUSES = new Set(['400', '404', '408', '413', '422', '429', '500', '503', '504']);

/** OpenAPI 3.1 of every call of the active plugins. */
export function openApiDocument(
  generation: Generation,
  about: { title: string; version: string; url: string },
): Json {
  const paths: Record<string, Json> = {};
  const tags: Json[] = [];
  for (const activation of generation.activations.values()) {
    tags.push({ name: activation.id, description: `Plugin ${activation.id} ${activation.manifest.version}` });
    for (const route of activation.routes.values())
      paths[`/api/${route.area}/${route.call}`] = { post: describeRoute(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: `${about.title} API`, version: about.version },
    servers: [{ url: about.url }],
    tags,
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Session token or API key' },
      },
      schemas: { Failure: failureSchema() },
    },
  };
}

function describeRoute(route: Route): Json {
  const isPublic = 'public' in route.access;
  const failures = Object.entries({
    ...FAILURES,
    413: `The body is larger than ${route.bodyLimit} bytes`,
  }).filter(([status]) => !isPublic || PUBLIC_STATUSES.has(status));
  return {
    operationId: `${route.area}_${route.call}`.replaceAll('-', '_'),
    tags: [route.plugin],
    summary: route.summary,
    security: isPublic ? [] : [{ bearer: [] }],
    'x-body-limit': route.bodyLimit,
    ...('permission' in route.access ? { 'x-permission': route.access.permission } : {}),
    requestBody: {
      required: false,
      content: { 'application/json': { schema: route.bodySchema ?? jsonSchema(route.body, 'input') } },
    },
    responses: {
      ...successOf(route),
      ...Object.fromEntries(
        failures.map(([status, description]) => [
          status,
          {
            description,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
          },
        ]),
      ),
    },
  };
}

/** The answer of a call that worked; contract.md, "Exports, imports and other long work", for 202. */
function successOf(route: Route): Json {
  if (route.answers === 'file')
    return { 200: { description: 'The file', content: { 'application/octet-stream': {} } } };
  const content = { 'application/json': { schema: successSchema(route) } };
  return route.answers === 202
    ? { 202: { description: 'Started; async_operations shows how far it is', content } }
    : { 200: { description: 'Done', content } };
}

function successSchema(route: Route): Json {
  return {
    type: 'object',
    required: ['status', 'message', 'content'],
    properties: {
      status: { const: true },
      message: { type: 'string' },
      content: route.resultSchema ?? jsonSchema(route.result, 'output'),
    },
  };
}

function failureSchema(): Json {
  return {
    type: 'object',
    required: ['status', 'code', 'message', 'errors'],
    properties: {
      status: { const: false },
      code: { type: 'string', description: 'Stable; programs branch on it' },
      message: { type: 'string', description: "In the caller's language" },
      errors: {
        type: 'array',
        items: {
          type: 'object',
          required: ['path', 'message'],
          properties: { path: { type: 'string' }, message: { type: 'string' } },
        },
      },
      content: { description: 'What goes with the failure, such as the current row of a 409' },
    },
  };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return described;
}
