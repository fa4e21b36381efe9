import type { PluginContext } from '@waypost/sdk';
import { homePageCall, homePictureCall } from '../home/calls.ts';
import {
  HOME_PAGE_CONFIG,
  homePageInquire,
  homePagePicture,
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
    { route: 'home_page_config', parent: 'platform', sort: 47, icon: 'image', roles: ['administrator'] },
    HOME_PAGE_CONFIG,
  );
  context.call(homePageInquire, () => pages.current());
  context.call(homePageUpdate, ({ version, ...value }, request) =>
    pages.save(value, { version, restores: null }, request),
  );
  context.call(homePagePicture, async ({ data }) => ({ picture: await pages.keepPicture(data) }));
  context.call(homePageVersions, async () => ({ content: await pages.versions() }));
  context.call(homePageRestore, ({ version, restores }, request) =>
    pages.restore(version, restores, request),
  );
  context.call(homePageCall, async (_body, request) => shownPage(await pages.current(), request.locale));
  context.call(homePictureCall, async ({ picture }) => ({ data: await pages.picture(picture) }));
}
