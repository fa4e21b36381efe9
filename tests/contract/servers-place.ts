import type { Api } from '../api.ts';
import { startProduct } from '../product.ts';
import { share } from '../share.ts';
import type { RunningSshServer } from '../ssh-server.ts';
import { until } from '../until.ts';

/** A product with servers switched on, one for all test files of this process that ask for it. */
export const shareServersProduct = share(() => startProduct({ env: { SSH_SERVERS: 'on' } }), {
  close: (product) => product.stop(),
});

/** A server, as `details` answers it. */
interface ServerRow {
  id: string;
  version: number;
  name: string;
  state: string;
  fault: string;
  login_fault: string;
  fingerprint: string;
  latency: number | null;
  checked_time: string | null;
  disk_used: number | null;
}

/** What became of a run on one server. */
interface Result {
  id: string;
  server_name: string;
  state: string;
  fault: string;
  exit_code: number | null;
  may_go_on: boolean;
  output_bytes: number;
}

/** A run, as `details` answers it. */
interface Run {
  state: string;
  succeeded: number;
  account: string;
  revision: number;
}

/** Something that a script asks for. */
export const parameter = (name: string, change: Record<string, unknown> = {}) => ({
  name,
  title: '',
  kind: 'text',
  choices: [],
  pattern: '',
  minimum: null,
  maximum: null,
  preset: '',
  ...change,
});

export type ServersDesk = ReturnType<typeof openServers>;

/** What an operator does with servers and scripts, by the API. */
export function openServers(root: Api, machine: RunningSshServer) {
  const detailsOf = async (id: string) => (await root.call<ServerRow>('server_list/details', { id })).content;

  async function addServer(name: string, change: Record<string, unknown> = {}): Promise<string> {
    const body = {
      name,
      host: '127.0.0.1',
      port: machine.port,
      account: machine.account,
      secret: machine.privateKey,
      ...change,
    };
    return (await root.call<{ id: string }>('server_list/add', body)).content.id;
  }
  /** One whose key somebody has looked at and confirmed. */
  async function confirmed(name: string, change: Record<string, unknown> = {}): Promise<string> {
    const id = await addServer(name, change);
    const { content: key } = await root.call<{ type: string; fingerprint: string }>('server_list/look', {
      id,
    });
    const { status } = await root.call('server_list/confirm', { id, ...key });
    if (status !== 200) throw new Error(`the key of ${name} was not confirmed: ${status}`);
    return id;
  }
  async function addScript(
    name: string,
    body: Record<string, unknown>,
  ): Promise<{ id: string; version: number }> {
    const { id } = (await root.call<{ id: string }>('script/add', { name, ...body })).content;
    const { version } = (await root.call<{ version: number }>('script/details', { id })).content;
    return { id, version };
  }
  /** Waits for the end of a run. */
  async function ended(id: string) {
    const run = await until('the run ends', async () => {
      const { content } = await root.call<Run>('script_run/details', { id });
      return content.state === 'waiting' || content.state === 'running' ? undefined : content;
    });
    const { results } = (await root.call<{ results: Result[] }>('script_run/results', { id })).content;
    return { id, run, results };
  }
  /** Runs a script and waits for its end. */
  async function runToEnd(body: Record<string, unknown>) {
    const { id } = (await root.call<{ id: string }>('script/run', body)).content;
    return ended(id);
  }
  const outputOf = async (id: string, result: string) =>
    (await root.call<{ output: string; error_output: string }>('script_run/output', { id, result })).content;

  return { detailsOf, addServer, confirmed, addScript, ended, runToEnd, outputOf };
}
