import { ACCOUNT_DATA_POINT, type PluginContext } from '@waypost/sdk';
import { ruleResource } from '../screens/shield_configuration/resource.ts';

/** What the owner of an account takes along: the visit rules that it has made, as they are asked for. */
export function contributeRules(context: PluginContext): void {
  context.points.contribute(ACCOUNT_DATA_POINT, '^1', 'wechat-shield.rules', {
    title: 'menu.shield_configuration',
    portion: async ({ account }: { account: string }) => {
      // An account has fifty, and an operator fifty more.
      const found = await context
        .model(ruleResource)
        .find({ owner: account })
        .sort({ position: -1, _id: -1 })
        .lean();
      const rows = found.map(
        ({ applies_to, does, kind, matches, name, page, position, state, target, ...asked }) => ({
          name,
          kind,
          matches,
          does,
          page,
          target,
          applies_to,
          position,
          state,
          countries: asked.countries.join(' '),
          places: asked.places.join(' '),
          isps: asked.isps.join(' '),
          systems: (asked.systems ?? []).join(' '),
          devices: asked.devices.join(' '),
          apps: (asked.apps ?? []).join(' '),
          languages: (asked.languages ?? []).join(' '),
          patterns: asked.patterns.join(' '),
          networks: asked.networks.join(' '),
          weekdays: asked.weekdays.join(' '),
          visits: asked.visits,
          seconds: asked.seconds,
          from: asked.from,
          to: asked.to,
        }),
      );
      return { rows, next: null };
    },
  });
}
