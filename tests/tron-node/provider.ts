import type { Chain } from './chain.ts';
import { isAddress } from './codec.ts';
import { brokenOff, createGate, type Faults } from './faults.ts';
import { accountTransfers, events, type Listing } from './lists.ts';
import { NODE_CALLS, ONLY_FULL } from './node-calls.ts';

export interface Provider {
  faults: Faults;
  /** Paths that it was asked, in order. */
  asked: string[];
  answer(request: Request): Promise<Response>;
}

/** One of those who tell of the chain: TronGrid's lists and a node's calls under one address. */
export function createProvider(chain: Chain): Provider {
  const gate = createGate();
  const provider: Provider = {
    faults: {},
    asked: [],
    async answer(request) {
      const url = new URL(request.url);
      provider.asked.push(url.pathname + url.search);
      const { faults } = provider;
      const stopped = gate(faults, request);
      if (stopped !== undefined) return stopped;
      const found = await find(chain, { request, url, faults });
      if (found instanceof Response) return found;
      const text = JSON.stringify(found);
      if (faults.breaks_off !== undefined && faults.breaks_off > 0) {
        faults.breaks_off -= 1;
        return brokenOff(text);
      }
      return new Response(text, { headers: { 'content-type': 'application/json' } });
    },
  };
  return provider;
}

interface Asked {
  request: Request;
  url: URL;
  faults: Faults;
}

async function find(chain: Chain, asked: Asked): Promise<unknown> {
  const { request, url, faults } = asked;
  const view = faults.behind === undefined ? chain : behind(chain, faults.behind);
  const solid = faults.lies_solid ? view.head.number : view.solid.number;
  const [, side = '', call = ''] = url.pathname.split('/');
  if (url.pathname === '/healthcheck') return 'ok';
  if (side === 'v1' && request.method === 'GET') return list(view, asked, solid);
  const isSolid = side === 'walletsolidity';
  const answer = NODE_CALLS[call];
  if ((!isSolid && side !== 'wallet') || answer === undefined || (isSolid && ONLY_FULL.has(call)))
    return new Response('Not Found', { status: 404 });
  try {
    return answer({ chain: view, isSolid, solid, body: await readBody(request, url) });
  } catch (error) {
    // A node answers 200 with what went wrong.
    return { Error: `class java.lang.IllegalArgumentException : ${String(error)}` };
  }
}

async function readBody(request: Request, url: URL): Promise<Record<string, unknown>> {
  if (request.method === 'GET') return Object.fromEntries(url.searchParams);
  const text = await request.text();
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

function list(chain: Chain, { url, faults }: Asked, solid: number): unknown {
  const asked = {
    chain,
    url: faults.repeats_pages ? withoutFingerprint(url) : url,
    solid,
    nextOrigin: faults.next_origin ?? url.origin,
    withFailed: faults.lists_failed === true,
    lateBy: faults.dates_late ?? 0,
  };
  const [, , kind, of = '', ...rest] = url.pathname.split('/');
  let found: Listing | undefined;
  if (kind === 'accounts' && rest.join('/') === 'transactions/trc20') {
    if (!isAddress(of)) return json400({ success: false, error: 'A valid account address is required.' });
    found = accountTransfers(asked, of);
  } else if (kind === 'contracts' && rest[0] === 'events') found = events(asked, { contract: of });
  else if (kind === 'transactions' && rest[0] === 'events') found = events(asked, { transaction: of });
  else return new Response('Not Found', { status: 404 });
  if (found === undefined) return new Response(null, { status: 400 });
  if (faults.repeats_pages && found.meta.links === undefined) {
    const next = new URL(url);
    next.searchParams.set('fingerprint', 'again');
    Object.assign(found.meta, { fingerprint: 'again', links: { next: next.href } });
  }
  return found;
}

const json400 = (value: unknown) =>
  new Response(JSON.stringify(value), { status: 400, headers: { 'content-type': 'application/json' } });

function withoutFingerprint(url: URL): URL {
  const first = new URL(url);
  first.searchParams.delete('fingerprint');
  return first;
}

/** The chain as somebody sees it who has not heard of the newest blocks. */
function behind(chain: Chain, blocks: number): Chain {
  const last = chain.blocks[Math.max(0, chain.blocks.length - 1 - blocks)] as Chain['head'];
  const seen = chain.blocks.slice(0, Math.max(1, chain.blocks.length - blocks));
  return Object.create(chain, {
    blocks: { value: seen },
    head: { value: last },
    solid: { value: seen[Math.max(0, seen.length - 20)] },
    find: {
      value: (id: string) => {
        const found = chain.find(id);
        return found !== undefined && found.block.number <= last.number ? found : undefined;
      },
    },
  }) as Chain;
}
