import { requireRow } from '@waypost/sdk';
import type { MachineLogin, PlatformContext } from '@waypost/sdk/platform';
import { server } from '../screens/server_list/resource.ts';
import type { StoredServer } from './look-at-servers.ts';

const placeOf = (id: string) => `server/${id}/secret`;

/** What is kept in the place of a key or password. */
export const sealSecret = (context: Pick<PlatformContext, 'secrets'>, id: string, secret: string) =>
  context.secrets.seal(placeOf(id), secret);

/** @throws AppError `not_found` 404 */
export async function findServer(context: Pick<PlatformContext, 'model'>, id: string): Promise<StoredServer> {
  return requireRow(context.model(server).findOne({ _id: id, remove_time: null }).lean());
}

/** How to log in on a server; undefined: its secret cannot be opened, because SECRET_KEY is another one. */
export async function loginOf(
  context: Pick<PlatformContext, 'secrets'>,
  row: StoredServer,
): Promise<MachineLogin | undefined> {
  const text = await context.secrets.open(placeOf(String(row._id)), row.secret);
  if (text === null) return undefined;
  return {
    host: row.host,
    port: row.port,
    account: row.account,
    secret: row.method === 'key' ? { privateKey: text } : { password: text },
    key: { type: row.key_type, fingerprint: row.fingerprint },
  };
}
