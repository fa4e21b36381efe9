import type { PluginContext } from '@waypost/sdk';
import { homePageCall } from '../home/calls.ts';
import { textsOnHome } from '../image_text/service.ts';
import { shownRotations } from '../rotation/service.ts';
import {
  HOME_PAGE_CONFIG,
  homePageInquire,
  homePageRestore,
  homePageUpdate,
  homePageVersions,
  shownPage,
} from './calls.ts';
import { createHomePages } from './service.ts';

/** Mounts what operators put onto the dashboard of customers, and what customers are shown of it. */
export function mountHomePageConfig(context: PluginContext): void {
  const pages = createHomePages(context);
  context.menu(
    { route: 'home_page_config', parent: 'content', sort: 50, icon: 'image', roles: ['administrator'] },
    HOME_PAGE_CONFIG,
  );
  context.call(homePageInquire, () => pages.current());
  context.call(homePageUpdate, ({ version, ...value }, request) =>
    pages.save(value, { version, restores: null }, request),
  );
  context.call(homePageVersions, async () => ({ content: await pages.versions() }));
  context.call(homePageRestore, ({ version, restores }, request) =>
    pages.restore(version, restores, request),
  );
  context.call(homePageCall, async (_body, { locale }) => {
    const [page, carousel, texts] = await Promise.all([
      pages.current(),
      shownRotations(context, locale),
      textsOnHome(context, locale),
    ]);
    return { ...shownPage(page, locale), carousel, texts };
  });
}
