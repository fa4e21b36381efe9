import { exportFormat, resolveDays } from '@waypost/sdk';
import { AGENTS_PLACE } from '../../agents/place.ts';
import { AGENT_DAYS } from '../../agents/values.ts';
import { whose } from '../../agents/whose.ts';
import type { Wallet } from '../../wallet.ts';
import {
  agentDaysCall,
  agentDaysExportCall,
  agentDayTotalsCall,
  EXPORT_DAYS,
  READ_ALL_DAYS,
  READ_DAYS,
} from './calls.ts';
import { dayTotals, exportDays, listDays, zDaysExportInput } from './service.ts';

const EXPORT_KIND = 'agent_days_export';
const PLACE = { ...AGENTS_PLACE, route: 'agent_daily_statistics', sort: 40, icon: 'sun' } as const;

/** Mounts what agents' customers came to by day: the own days for an agent, everybody's for operators. */
export function mountAgentDays({ context }: Wallet): void {
  context.call(agentDaysCall, (body, request) => listDays(context, body, request));
  context.call(agentDayTotalsCall, (body, request) => dayTotals(context, body, request));
  context.operations.define(EXPORT_KIND, {
    input: zDaysExportInput,
    run: (run) => exportDays(context, run),
  });
  context.call(agentDaysExportCall, async (query, request) => {
    if (query.format !== undefined) await exportFormat(context, query.format);
    // Faults of the days are told to who asks, and a wait over midnight moves no day.
    const { span } = await resolveDays(context, AGENT_DAYS, query);
    const name = `${request.translate('menu.agent_daily_statistics')} · ${span.first_day} – ${span.last_day}`;
    const { agent = null } = whose(request, READ_ALL_DAYS, query.agent);
    const input = { query: { ...query, ...span, range: 'custom' as const }, agent };
    return context.operations.start(EXPORT_KIND, { name, input }, request);
  });
  context.menu({ ...PLACE, parent: 'earnings', sort: 27, roles: ['administrator'] }, READ_ALL_DAYS, [
    READ_DAYS,
    EXPORT_DAYS,
  ]);
  context.menu({ ...PLACE, roles: ['agent'] }, READ_DAYS, [EXPORT_DAYS]);
}
