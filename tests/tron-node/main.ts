import { Chain } from './chain.ts';
import { control } from './control.ts';
import { createProvider } from './provider.ts';

const NILE_USDT = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf';
const [host = '127.0.0.1', count = '1'] = process.argv.slice(2);

const chain = new Chain({ address: NILE_USDT, symbol: 'USDT', name: 'Tether USD', decimals: 6 });
const providers = Array.from({ length: Number(count) }, () => createProvider(chain));
const listening = providers.map((provider) =>
  Bun.serve({ hostname: host, port: 0, fetch: (request) => provider.answer(request) }),
);
const controlled = Bun.serve({
  hostname: host,
  port: 0,
  async fetch(request) {
    try {
      const name = new URL(request.url).pathname.slice(1);
      return Response.json({ answer: control(chain, providers, name, await request.json()) ?? null });
    } catch (error) {
      return Response.json({ error: String(error) }, { status: 400 });
    }
  },
});
console.log(
  JSON.stringify({
    providers: listening.map(({ port }) => `http://${host}:${port}`),
    control: `http://${host}:${controlled.port}`,
  }),
);
