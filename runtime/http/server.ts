import { codeInPath, type SERVED_EVERYWHERE } from '@waypost/contract';
import { PUBLIC_PAGE_PREFIX, type SitePicture, type SitePictureKind, STORED_FILE_PREFIX } from '@waypost/sdk';
import type { BunRequest, Server } from 'bun';
import type pino from 'pino';
import type { Activation } from '../plugin/activation/activation.ts';
import type { Generation } from '../plugin/activation/generation.ts';
import { isLoopback } from '../process/client-address.ts';
import type { Readiness } from '../process/readiness.ts';
import { isLoopbackHost } from './back-office-hosts.ts';
import type { Dispatch } from './dispatcher.ts';
import { isKnownAnswerPath, type KnownAnswerHandler } from './known-answers.ts';
import type { Metrics } from './metrics.ts';
import { openApiDocument } from './openapi/openapi-document.ts';
import { servePluginFile } from './plugin-file.ts';
import type { PublicPageHandler } from './public-page.ts';
import type { SocketServer } from './realtime/socket-server.ts';
import { sameText } from './same-text.ts';
import { DATA_HEADERS } from './security-headers.ts';
import { pictureAnswer } from './site-picture.ts';
import { serveFile } from './static-files.ts';
import type { StoredFileHandler } from './stored-file.ts';

export type VisitHandler = (
  request: BunRequest<'/:code'> | BunRequest<'/try/:code/:mark'>,
  server: Server<undefined>,
) => Response | Promise<Response>;

/** Leads visitors on by the rules of a host; undefined where none meets the path. */
export type ForwardHandler = (
  request: Request,
  server: Server<undefined>,
) => Response | undefined | Promise<Response | undefined>;

/** What answers visitors, on every host. */
export interface VisitHandlers {
  visit: VisitHandler;
  forward: ForwardHandler;
}

export interface HandlerOptions {
  /** Undefined without the role `visit`. */
  visits: VisitHandlers | undefined;
  dispatch: Dispatch | undefined;
  /** Undefined without the role `api`. */
  sockets: SocketServer | undefined;
  readiness: () => Readiness;
  metrics: Metrics;
  metricsToken: string;
  /** What plugins have answered from memory. */
  knownAnswer: KnownAnswerHandler;
  generation(): Generation;
  isBackOffice(host: string | null): boolean;
  addressOf(request: Request): string;
  /** The answer to an address that is refused everywhere; undefined to all others. */
  refuseBlocked(request: Request): Response | undefined;
  /** Answers what strangers read, below `/page/`. */
  publicPage: PublicPageHandler;
  /** Answers what people have uploaded, below `/file/`; undefined: there is no such file. */
  storedFile: StoredFileHandler;
  /** Folder of the shell's build. */
  shellDirectory: string;
  /** An operator's own logo or icon; undefined: the shell's. */
  sitePicture(kind: SitePictureKind): Promise<SitePicture | undefined>;
  about: { title: string; version: string; url: string };
  log: pino.Logger;
}

/** These answer on every host: a path that is not among the segments which no short code may have does not compile. */
type ServedRoutes = Partial<
  Record<'/' | '/:code' | '/try/:code/:mark' | `/${(typeof SERVED_EVERYWHERE)[number]}`, unknown>
>;

const ROBOTS = 'User-agent: *\nDisallow: /api/\nDisallow: /assets/\nDisallow: /plugins/\n';
const PLUGIN_FILE = /^\/plugins\/([a-z][a-z0-9-]*)\/([0-9A-Za-z.-]+)\/(.+)$/;

const notFound = () =>
  new Response('Not found\n', {
    status: 404,
    headers: { ...DATA_HEADERS, 'content-type': 'text/plain; charset=utf-8' },
  });

/** Everything that `Bun.serve` answers: its `routes`, and `fetch` for paths of several segments. */
export function createHandlers(options: HandlerOptions) {
  const { shellDirectory } = options;
  let openApi: { generation: number; text: string } | undefined;

  const json = (value: unknown, status = 200) => Response.json(value, { status, headers: DATA_HEADERS });
  const onlyGet = (answer: (request: Request) => Response | Promise<Response>) => (request: Request) =>
    request.method === 'GET' || request.method === 'HEAD'
      ? answer(request)
      : new Response(null, { status: 405, headers: { ...DATA_HEADERS, allow: 'GET, HEAD' } });
  const shellFile = (path: string) =>
    onlyGet(async (request) => (await serveFile(request, shellDirectory, path)) ?? notFound());

  const sitePicture = (kind: SitePictureKind, file: string) =>
    onlyGet(async (request) => {
      const own = await options.sitePicture(kind);
      const answer = own ? pictureAnswer(request, own) : await shellFile(file)(request);
      // Pages that people write are each an origin of its own, and the browser asks for the icon from there.
      answer.headers.set('cross-origin-resource-policy', 'cross-origin');
      return answer;
    });

  const page = onlyGet(
    async (request) =>
      options.refuseBlocked(request) ??
      (await serveFile(request, shellDirectory, 'index.html')) ??
      notFound(),
  );
  /** What is left on a domain of a customer beside its codes. */
  const elsewhere = async (request: Request, server: Server<undefined>) =>
    (await options.visits?.forward(request, server)) ?? notFound();
  const index = (request: Request, server: Server<undefined>) =>
    options.isBackOffice(request.headers.get('host')) ? page(request) : elsewhere(request, server);

  const metrics = onlyGet(async (request) => {
    const token = request.headers.get('authorization');
    // A browser's page that makes its own name, or ours, resolve to loopback is not an operator on this machine.
    const isLocal =
      isLoopback(options.addressOf(request)) &&
      !request.headers.has('x-forwarded-for') &&
      isLoopbackHost(request.headers.get('host'));
    if (!isLocal && !sameText(token ?? '', `Bearer ${options.metricsToken}`)) return notFound();
    return new Response(await options.metrics.text(), {
      headers: { ...DATA_HEADERS, 'content-type': options.metrics.contentType },
    });
  });

  function openApiAnswer(): Response {
    const generation = options.generation();
    if (openApi?.generation !== generation.number)
      openApi = {
        generation: generation.number,
        text: JSON.stringify(openApiDocument(generation, options.about)),
      };
    return new Response(openApi.text, { headers: { ...DATA_HEADERS, 'content-type': 'application/json' } });
  }

  async function pluginFile(request: Request, path: string): Promise<Response> {
    const [, id = '', version, file = ''] = PLUGIN_FILE.exec(path) ?? [];
    const activation = options.generation().activations.get(id);
    const root =
      activation === undefined || version === undefined ? undefined : remoteRoot(activation, version);
    if (root === undefined) return notFound();
    return (await servePluginFile(request, root, file)) ?? notFound();
  }

  async function fetch(request: Request, server: Server<undefined>): Promise<Response> {
    const path = pathOf(request.url);
    if (isKnownAnswerPath(path))
      return onlyGet(() => options.knownAnswer(request, path) ?? notFound())(request);
    if (!options.isBackOffice(request.headers.get('host'))) return elsewhere(request, server);
    if (path === '/api/openapi.json')
      return options.refuseBlocked(request) ?? onlyGet(openApiAnswer)(request);
    if (path.startsWith('/api/')) return options.dispatch?.(request, path) ?? notFound();
    const refused = options.refuseBlocked(request);
    if (refused !== undefined) return refused;
    if (path.startsWith(PUBLIC_PAGE_PREFIX)) return onlyGet(() => options.publicPage(request, path))(request);
    if (path.startsWith(STORED_FILE_PREFIX))
      return onlyGet(async () => (await options.storedFile(request, path)) ?? notFound())(request);
    if (path.startsWith('/assets/')) return shellFile(path.slice(1))(request);
    if (path.startsWith('/plugins/')) return onlyGet(() => pluginFile(request, path))(request);
    // A code with slashes around it.
    return codeInPath(path) === undefined ? notFound() : elsewhere(request, server);
  }

  const routes = {
    '/': index,
    '/healthz': onlyGet(() => json({ status: 'ok' })),
    '/readyz': onlyGet(() => {
      const state = options.readiness();
      return json(state, state.ready ? 200 : 503);
    }),
    '/metrics': metrics,
    '/favicon.ico': sitePicture('icon', 'favicon.ico'),
    '/logo.png': sitePicture('logo', 'logo.png'),
    '/robots.txt': onlyGet(
      () =>
        new Response(ROBOTS, { headers: { ...DATA_HEADERS, 'content-type': 'text/plain; charset=utf-8' } }),
    ),
    '/realtime': (request: Request, server: Server<undefined>) =>
      options.sockets === undefined ? notFound() : options.sockets.upgrade(request, server),
    '/:code': options.visits?.visit ?? (() => notFound()),
    '/try/:code/:mark': options.visits?.visit ?? (() => notFound()),
  } satisfies ServedRoutes;
  /** Reached only by a fault outside of the dispatcher, which answers its own. */
  const error = (fault: unknown) => {
    options.log.error({ error: fault }, 'request failed');
    return json({ status: false, code: 'internal', message: 'internal', errors: [] }, 500);
  };
  return {
    routes,
    fetch,
    error,
    ...(options.sockets === undefined ? {} : { websocket: options.sockets.websocket }),
  };
}

/** Folder of a remote's files: of what serves now, or served before, for pages that have not followed yet. */
function remoteRoot(activation: Activation, release: string): string | undefined {
  const { manifest, directory, predecessor } = activation;
  if (manifest.remote !== undefined && activation.release === release)
    return `${directory}/${manifest.remote}`;
  return predecessor?.release === release ? predecessor.root : undefined;
}

function pathOf(url: string): string {
  // A Host header that is no address leaves nothing before the path.
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3);
  const end = url.indexOf('?', start);
  return start === -1 ? '/' : url.slice(start, end === -1 ? undefined : end);
}
