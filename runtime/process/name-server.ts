import { isIP } from 'node:net';

/** Who is asked. */
export interface NameServer {
  address: string;
  port: number;
}

const USUAL_PORT = 53;

/** `9.9.9.9`, `9.9.9.9:5353`, `2620:fe::fe`, `[2620:fe::fe]:5353`; undefined for what is none of these. */
export function readNameServer(text: string): NameServer | undefined {
  const bare = text.trim();
  if (isIP(bare) !== 0) return { address: bare, port: USUAL_PORT };
  const [, six, four, port] = /^(?:\[([^\]]+)\]|([\d.]+))(?::(\d{1,5}))?$/.exec(bare) ?? [];
  const address = six ?? four ?? '';
  const number = port === undefined ? USUAL_PORT : Number(port);
  if (isIP(address) !== (six === undefined ? 4 : 6) || number < 1 || number > 65_535) return undefined;
  return { address, port: number };
}

/** As `readNameServer` reads it, always with the port. */
export const nameServerText = ({ address, port }: NameServer): string =>
  isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`;
