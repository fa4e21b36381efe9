import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Configuration, rspack } from '@rspack/core';
import { RspackDevServer, type Configuration as ServerOptions } from '@rspack/dev-server';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import { remoteConfiguration, shellConfiguration } from '@waypost/host-sdk/build';
import type { RemotePackage } from '../build/find-remotes.ts';
import { devtoolsStub } from './devtools-stub.ts';

const HOST = '127.0.0.1';

export interface DevOptions {
  shellDirectory: string;
  shellVersion: string;
  remotes: readonly RemotePackage[];
  /** Where the shell is served; each remote takes the next port. */
  port: number;
  /** Origin of the runtime that answers everything that is not UI. */
  runtime: string;
}

/**
 * One dev server for the shell and one for each remote, because a single one for several compilers serves only the
 * first. The browser talks to the shell's alone, which passes on what belongs to a remote or to the runtime.
 */
export async function serve({
  shellDirectory,
  shellVersion,
  remotes,
  port,
  runtime,
}: DevOptions): Promise<RspackDevServer[]> {
  const served = remotes.map((remote, index) => ({
    ...remote,
    port: port + 1 + index,
    path: `/plugins/${remote.id}/${remote.version}/`,
  }));
  const remoteServers = served.map((remote) =>
    start(withRefresh(remoteConfiguration({ ...remote, isDevelopment: true })), {
      port: remote.port,
      devMiddleware: { publicPath: remote.path, writeToDisk: false },
    }),
  );
  const shell = start(
    withRefresh(
      shellConfiguration({ directory: shellDirectory, version: shellVersion, isDevelopment: true }),
    ),
    {
      port,
      setupMiddlewares: (middlewares) => [
        {
          name: 'devtools-stub',
          path: '/devtools-stub.js',
          middleware: (_request: IncomingMessage, response: ServerResponse) => {
            response.setHeader('content-type', 'text/javascript');
            response.end(devtoolsStub);
          },
        },
        ...middlewares,
      ],
      proxy: [
        ...served.map((remote) => ({
          // The menu names the release that the server runs; its pages are those of the sources, whatever the release.
          context: [`/plugins/${remote.id}/`],
          pathRewrite: { [`^/plugins/${remote.id}/[^/]+/`]: remote.path },
          target: `http://${HOST}:${remote.port}`,
        })),
        {
          // Everything else that is not one of the shell's own files: calls, health, pictures, short links.
          pathFilter: (path: string) =>
            !/^\/($|assets\/|ws$|devtools-stub\.js|index\.html|[^/]*hot-update)/.test(path),
          target: runtime,
          // The realtime channel.
          ws: true,
        },
      ],
    },
  );
  return Promise.all([shell, ...remoteServers]);
}

function withRefresh(configuration: Configuration): Configuration {
  return {
    ...configuration,
    plugins: [...(configuration.plugins ?? []), new ReactRefreshRspackPlugin()],
  };
}

async function start(
  configuration: Configuration,
  options: ServerOptions & { port: number },
): Promise<RspackDevServer> {
  const server = new RspackDevServer(
    {
      host: HOST,
      hot: true,
      liveReload: false,
      static: false,
      allowedHosts: [HOST, 'localhost'],
      client: {
        webSocketURL: `ws://${HOST}:${options.port}/ws`,
        overlay: { errors: true, warnings: false, runtimeErrors: true },
        logging: 'warn',
      },
      ...options,
    },
    rspack(configuration),
  );
  await server.start();
  return server;
}
