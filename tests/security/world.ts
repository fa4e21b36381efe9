import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { mongo } from 'mongoose';
import mongoose from 'mongoose';
import { parseEnvironment, storeUri } from '../../runtime/process/environment.ts';
import { createAccount } from '../accounts.ts';
import { type Api, apiOf, signIn } from '../api.ts';
import { runCommand } from '../command-line.ts';
import { type Product, startProduct } from '../product.ts';

export { readUntil as until } from '../until.ts';

/** The installation that the tests of this folder attack, and the people in it. */
export interface World {
  product: Product;
  /** Super administrator. */
  root: Api;
  /** Role administrator. */
  operator: Api;
  agent: Api;
  /** Two customers; Ben is after what is Anna's. */
  anna: Api;
  ben: Api;
  /** An API key of Anna's that may read codes and nothing else. */
  readerKey: Api;
  /** What no dump and no log may show. */
  secrets: { secretKey: string; passwords: string[] };
}

/** A host name of the back-office beside loopback. */
export const ADMIN_HOST = 'office.waypost.test';
/** As short as a name in a house's own network may be. */
export const SHORT_HOST = 'qr';
/** Somebody's own domain that points here. */
export const FOREIGN_HOST = 'go.customer.test';

let made: Promise<World> | undefined;

/** Started once for all files of this folder: they run in one process. */
export function openWorld(): Promise<World> {
  made ??= makeWorld();
  return made;
}

async function makeWorld(): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), 'waypost-security-'));
  // As people make it: open for everybody to read.
  chmodSync(dataDir, 0o755);
  const secretKey = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64');
  const product = await startProduct({
    dataDir,
    env: { LOG_LEVEL: 'trace', SECRET_KEY: secretKey, ADMIN_HOSTS: `${ADMIN_HOST},${SHORT_HOST}` },
  });
  stopWithThisProcess(product);
  const roles = {
    operator: 'administrator',
    agent: 'agent',
    anna: 'customer',
    ben: 'customer',
  } as const;
  const accounts = await Promise.all(
    Object.entries(roles).map(([name, role]) =>
      createAccount(product, { account: `${name}.security`, role }),
    ),
  );
  const people = await Promise.all(
    [product.administrator, ...accounts].map((account) => signIn(product.origin, account)),
  );
  const [root, operator, agent, anna, ben] = people as [Api, Api, Api, Api, Api];
  const key = await createKey(product, ['--account', 'anna.security', '--scopes', 'qr.code:read']);
  return {
    product,
    root,
    operator,
    agent,
    anna,
    ben,
    readerKey: apiOf(product.origin, key),
    secrets: {
      secretKey,
      passwords: [product.administrator.password, ...accounts.map(({ password }) => password)],
    },
  };
}

/**
 * There is no hook behind the last file, so a small process waits for the end of this one on its standard input and
 * then stops the product and takes its data away.
 */
function stopWithThisProcess(product: Product): void {
  const script =
    'cat >/dev/null; kill -TERM "$1"; while kill -0 "$1" 2>/dev/null; do sleep 0.1; done; rm -rf "$2"';
  Bun.spawn(['sh', '-c', script, 'sh', String(product.pid), product.dataDir], {
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'ignore',
    // An interrupt at the terminal must reach the product, not the one who cleans up behind it.
    detached: true,
  }).unref();
}

/** Makes an API key with the command line. */
export async function createKey(product: Product, options: string[]): Promise<string> {
  const output = await runCommand(product, ['api-key', 'create', ...options, '--json']);
  return (JSON.parse(output) as { key: string }).key;
}

/** The store's database, as a script would have it. */
export type Database = mongo.Db;
/** A row as the store has it, whatever its model says. */
export type Row = { _id: string; [field: string]: unknown };

/** Lets `work` at the store itself, as a thief of the disk or a faulty script could. */
export async function withStore<T>(product: Product, work: (database: Database) => Promise<T>): Promise<T> {
  const uri = storeUri(parseEnvironment({ DATA_DIR: product.dataDir, MONGODB_URI: process.env.MONGODB_URI }));
  const connection = await mongoose.createConnection(uri).asPromise();
  try {
    if (connection.db === undefined) throw new Error('the store has no database');
    return await work(connection.db);
  } finally {
    await connection.close();
  }
}

export interface MadeCode {
  id: string;
  short_code: string;
  short_url: string;
  qr_url: string;
}
export interface CodeRow extends MadeCode {
  version: number;
  owner: string;
  name: string;
  view_number: number;
  targets: { url: string }[];
}
export interface PageOf<T> {
  content: T[];
  count: number;
}

export const TARGETS = [{ url: 'https://example.com/' }];

/** A new code of the caller's. */
export async function addCode(api: Api, body: Record<string, unknown> = {}): Promise<MadeCode> {
  return (await api.call<MadeCode>('qr_code_list/add', { name: 'Menu', targets: TARGETS, ...body })).content;
}

/** A code as its owner sees it. */
export async function readCode(api: Api, id: string): Promise<CodeRow> {
  return (await api.call<CodeRow>('qr_code_list/details', { id })).content;
}

interface Operation {
  security: unknown[];
  'x-permission'?: string;
  'x-body-limit'?: number;
  parameters?: { name: string }[];
  requestBody: { content: { 'application/json': { schema: JsonSchema } } };
}
/** The part of JSON Schema that describes bodies. */
export interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  additionalProperties?: unknown;
  pattern?: string;
  maxLength?: number;
  maxItems?: number;
  required?: string[];
  minimum?: number;
  minLength?: number;
}
export interface RouteFacts {
  path: string;
  isPublic: boolean;
  permission: string | undefined;
  /** Bytes of the largest body that it takes. */
  bodyLimit: number | undefined;
  /** Whoever has a second factor sends a code of it. */
  asksCode: boolean;
  body: JsonSchema;
}

/** Every call of the product, from its own description. */
export async function routesOf(product: Product): Promise<RouteFacts[]> {
  const document = (await (await fetch(`${product.origin}/api/openapi.json`)).json()) as {
    paths: Record<string, { post: Operation }>;
  };
  return Object.entries(document.paths).map(([path, { post }]) => ({
    path: path.replace(/^\/api\//, ''),
    isPublic: post.security.length === 0,
    permission: post['x-permission'],
    bodyLimit: post['x-body-limit'],
    asksCode: (post.parameters ?? []).some(({ name }) => name.toLowerCase() === 'x-second-factor'),
    body: post.requestBody.content['application/json'].schema,
  }));
}
