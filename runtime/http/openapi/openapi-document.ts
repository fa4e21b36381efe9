import { SECOND_FACTOR_CODE_LENGTH, SECOND_FACTOR_HEADER } from '@waypost/contract';
import { z } from 'zod';
import type { Generation } from '../../plugin/activation/generation.ts';
import type { Route } from '../../plugin/activation/route.ts';
import { CALL_DEFAULT_PER_MINUTE } from '../rate-limits.ts';
import { failuresOf } from './failures.ts';
import { createSharedSchemas, type SharedSchemas } from './shared-schemas.ts';

type Json = Record<string, unknown>;

/** OpenAPI 3.1 of every call of the active plugins. */
export function openApiDocument(
  generation: Generation,
  about: { title: string; version: string; url: string },
): Json {
  const paths: Record<string, Json> = {};
  const tags: Json[] = [];
  const shared = createSharedSchemas({ Failure: failureSchema() });
  for (const activation of generation.activations.values()) {
    tags.push({ name: activation.id, description: `Plugin ${activation.id} ${activation.manifest.version}` });
    for (const route of activation.routes)
      paths[`/api/${route.area}/${route.call}`] = { post: describeRoute(route, shared) };
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
      schemas: shared.all,
    },
  };
}

/** The caller may have no second factor, and sends none then. */
/** A file is sent as what it is: a table, an archive or a picture. */
const BINARY: Json = { type: 'string', format: 'binary' };
const SECOND_FACTOR_PARAMETER: Json = {
  name: SECOND_FACTOR_HEADER,
  in: 'header',
  required: false,
  description: 'A code of the second factor, or a recovery code, where the account has one',
  schema: { type: 'string', maxLength: SECOND_FACTOR_CODE_LENGTH },
};

function describeRoute(route: Route, shared: SharedSchemas): Json {
  const isPublic = 'public' in route.access;
  const operationId = `${route.area}_${route.call}`.replaceAll('-', '_');
  const body = route.bodySchema ?? jsonSchema(route.body, 'input');
  return {
    operationId,
    tags: [route.plugin],
    summary: route.summary,
    security: isPublic ? [] : [{ bearer: [] }],
    'x-body-limit': route.bodyLimit,
    'x-rate-per-minute': route.ratePerMinute ?? CALL_DEFAULT_PER_MINUTE,
    ...('permission' in route.access ? { 'x-permission': route.access.permission } : {}),
    ...(route.needsSecondFactor ? { parameters: [SECOND_FACTOR_PARAMETER] } : {}),
    requestBody: {
      required: false,
      content: { 'application/json': { schema: shared.place(body, `${operationId}.body`) } },
    },
    responses: {
      ...successOf(route, shared, `${operationId}.content`),
      ...Object.fromEntries(
        Object.entries(failuresOf(route)).map(([status, description]) => [
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

/** The answer of a call that worked; docs/http.md, "Long work", for 202. */
function successOf(route: Route, shared: SharedSchemas, name: string): Json {
  if (route.answers === 'file')
    return { 200: { description: 'The file', content: { '*/*': { schema: BINARY } } } };
  const content = { 'application/json': { schema: successSchema(shared.place(contentSchema(route), name)) } };
  return route.answers === 202
    ? { 202: { description: 'Started; async_operations shows how far it is', content } }
    : { 200: { description: 'Done', content } };
}

function contentSchema(route: Route): Readonly<Json> {
  return route.resultSchema ?? jsonSchema(route.result, 'output');
}

function successSchema(content: Json): Json {
  return {
    type: 'object',
    required: ['status', 'message', 'content'],
    properties: {
      status: { const: true },
      message: { type: 'string' },
      content,
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
