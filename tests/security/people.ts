import mongoose from 'mongoose';
import { parseEnvironment, storeUri } from '../../runtime/process/environment.ts';
import { type Api, apiOf, seal, signIn } from '../api.ts';
import { commandOutcome } from '../command-line.ts';
import type { Product } from '../product.ts';

export interface Administrator {
  id: string;
  version: number;
  account: string;
  role: string;
  role_name: string;
  disabled: number;
  online_status: number;
}
export interface PageOf<T> {
  content: T[];
  count: number;
}
/** The password of every administrator that these tests make. */
export const PASSWORD = 'Customer123';

/** A sign-in as somebody at `address` would do it, through the trusted proxy. */
export async function attempt(product: Product, account: string, password: string, address: string) {
  const guest = apiOf(product.origin);
  const sealed = await seal(guest, password, 'administrator', 'login', 'password');
  const { status, body } = await guest.call<{ token: string }>(
    'administrator/login',
    { account, password: sealed },
    { 'x-forwarded-for': address },
  );
  return { status, body };
}

export async function addAdministrator(by: Api, account: string, more: Record<string, unknown> = {}) {
  const password = await seal(by, PASSWORD, 'administrator', 'add', 'password');
  return by.call<{ id: string }>('administrator/add', { account, password, ...more });
}

/** Signs in for the first time: the password that somebody else gave is changed for an own one. */
export async function chooseOwnPassword(
  origin: string,
  account: string,
  given: string,
  own: string,
): Promise<Api> {
  const once = await signIn(origin, { account, password: given });
  const place = ['update_password', 'update'] as const;
  const { content } = await once.call<{ token: string }>('update_password/update', {
    old_password: await seal(once, given, ...place, 'old_password'),
    password: await seal(once, own, ...place, 'password'),
  });
  return apiOf(origin, content.token);
}

export const details = async (api: Api, id: string) =>
  (await api.call<Administrator>('administrator/details', { id })).content;
export const isOut = async (api: Api) => (await api.call('administrator/profile')).status === 401;

/** Runs the command line beside the running product; answers what it printed as JSON, whatever it made of it. */
export async function commandLine(
  product: Product,
  words: string[],
  variables: Record<string, string> = {},
): Promise<unknown> {
  const { out } = await commandOutcome(product, [...words, '--json'], { variables });
  return JSON.parse(out);
}

function commandVariables(product: Product): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    DATA_DIR: product.dataDir,
    ...(process.env.MONGODB_URI ? { MONGODB_URI: process.env.MONGODB_URI } : {}),
  };
}

async function inStore<T>(
  product: Product,
  read: (connection: mongoose.Connection) => Promise<T>,
): Promise<T> {
  const uri = storeUri(parseEnvironment(commandVariables(product)));
  const connection = await mongoose.createConnection(uri).asPromise();
  try {
    return await read(connection);
  } finally {
    await connection.close();
  }
}

export interface AuditRow {
  type: string;
  target: string;
  actor: { account: string; via: string; as?: { account: string } } | null;
  ip: string;
  after: string | null;
}
/** What the audit log tells of one target, oldest first. */
export const auditOf = (product: Product, target: string) =>
  inStore(product, (connection) =>
    connection.collection<AuditRow>('system_audit_log').find({ target }).sort({ seq: 1 }).toArray(),
  );

const IDENTITY_COLLECTIONS = [
  'system_account',
  'system_session',
  'system_api_key',
  'system_audit_log',
  'system_login_failure',
];

/** Everything that the store holds of people, as text. */
export const storeDump = (product: Product) =>
  inStore(product, async (connection) =>
    JSON.stringify(
      await Promise.all(IDENTITY_COLLECTIONS.map((name) => connection.collection(name).find({}).toArray())),
    ),
  );
