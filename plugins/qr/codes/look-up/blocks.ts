import { ShieldStatus, type ShieldStatusCode } from '@waypost/contract';
import { BLOCK_STATUS_POINT, type BlockStatus, type PluginContext, titledPoint } from '@waypost/sdk';

/** The worst of several is told. */
const WORST_FIRST = [ShieldStatus.blocked, ShieldStatus.failed, ShieldStatus.normal];

/** Offers the point by which plugins say which hosts are blocked elsewhere. */
export function offerBlockStatus(context: PluginContext): void {
  context.points.offer(titledPoint(BLOCK_STATUS_POINT, '1.0.0', ['read']));
}

/**
 * What plugins know of hosts; undefined where none says anything of any host. One that fails says nothing, and the others
 * are heard.
 */
export async function readBlocks(
  context: PluginContext,
  hosts: readonly string[],
): Promise<ReadonlyMap<string, ShieldStatusCode> | undefined> {
  const sources = await context.points.contributions<BlockStatus>(BLOCK_STATUS_POINT);
  if (sources.length === 0) return undefined;
  const wanted = [...new Set(hosts)];
  const answers = await Promise.all(
    sources.map(({ name, contribution }) =>
      contribution.read(wanted).catch((error: unknown) => {
        context.log.warn({ error, source: name }, 'a plugin does not say which hosts are blocked');
        return {};
      }),
    ),
  );
  return new Map(
    wanted.flatMap((host) => {
      const told = answers.map((answer) => (answer as Record<string, unknown>)[host]);
      const worst = WORST_FIRST.find((status) => told.includes(status));
      return worst === undefined ? [] : [[host, worst] as const];
    }),
  );
}
