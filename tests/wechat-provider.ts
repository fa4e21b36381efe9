import { join } from 'node:path';
import { firstLine } from './first-line.ts';

/** What the providers, and the webhook beside them, have seen. */
export interface ProviderLook {
  asked: { name: string; host: string; key: string; method: string }[];
  hooks: { path: string; signature: string; body: string }[];
  /** Bytes that were taken of endless answers. */
  sentBytes: number;
}

export interface WechatProviders {
  /** Where providers and webhooks are reached: `<origin>/ask/<name>`, `<origin>/hook/<name>`. */
  origin: string;
  /** Has one do something else from now on; how is said in `wechat-provider/main.ts`. */
  behave(
    name: string,
    does: string,
    more?: { to?: string; bytes?: number; status?: number; ms?: number },
  ): Promise<void>;
  /** What the honest ones say of a host from now on. */
  block(host: string, is_blocked?: boolean): Promise<void>;
  forget(): Promise<void>;
  look(): Promise<ProviderLook>;
  stop(): Promise<void>;
}

/** How a provider of this server is written down in the product. */
export const providerFields = (origin: string, name: string) => ({
  name,
  endpoint: `${origin}/ask/${name}?url={url}`,
  headers: 'Authorization: Bearer {key}',
  answer_path: 'data.status',
  normal_values: 'ok',
  blocked_values: 'blocked',
  key: `key-of-${name}`,
});

/** Starts providers of WeChat detections in a process of their own on loopback, and a webhook beside them. */
export async function startWechatProviders(): Promise<WechatProviders> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'wechat-provider/main.ts')], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const places = await firstLine<{ api: string; control: string }>(child.stdout, 'the server of providers');
  const control = async (name: string, body: object): Promise<unknown> => {
    const response = await fetch(`${places.control}/${name}`, { method: 'POST', body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${name}: ${await response.text()}`);
    return ((await response.json()) as { answer: unknown }).answer;
  };
  return {
    origin: places.api,
    behave: async (name, does, more = {}) => void (await control('behave', { name, does, ...more })),
    block: async (host, is_blocked = true) => void (await control('block', { host, is_blocked })),
    forget: async () => void (await control('forget', {})),
    look: async () => (await control('look', {})) as ProviderLook,
    async stop() {
      child.kill('SIGTERM');
      await child.exited;
    },
  };
}
