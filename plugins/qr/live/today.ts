import type { PluginContext, RealtimeTopic } from '@waypost/sdk';
import { todayStatistics } from '../screens/today_statistics/service.ts';
import { audienceScope, visitAudience } from './audience.ts';
import { pushAfterAggregation } from './push-after-aggregation.ts';

/** Topic of today's figures: each event is what `today_statistics/inquire` would answer now. */
export const TODAY_TOPIC = 'qr.today';

export function todayTopic(context: PluginContext): RealtimeTopic {
  return {
    permission: 'qr.visit:read',
    isState: true,
    scope: visitAudience,
    watched(audience) {
      let told = '';
      return pushAfterAggregation({
        context,
        topic: TODAY_TOPIC,
        audience,
        async read() {
          const today = await todayStatistics(context, audienceScope(audience));
          const { lag: _, ...figures } = today;
          const text = JSON.stringify(figures);
          if (text === told) return undefined;
          told = text;
          return today;
        },
      });
    },
  };
}
