import type { BodyOf, ResultOf } from '@waypost/contract';
import type * as calls from '../calls.ts';

/** What the calls of this screen answer, as the parts of the page hand it on. */
export type PluginOverview = ResultOf<typeof calls.pluginsInquire>['content'][number];
export type PluginDetails = ResultOf<typeof calls.pluginDetails>;
export type PluginPreview = ResultOf<typeof calls.pluginPreview>;
export type PluginHealth = ResultOf<typeof calls.pluginHealth>;
export type PluginSettingsView = NonNullable<ResultOf<typeof calls.pluginSettings>>;
export type PluginState = PluginOverview['state'];
export type PluginTrust = PluginOverview['trust'];
export type PluginPart = PluginHealth['parts'][number];
export type PluginRelease = PluginDetails['releases'][number];
export type PluginSurface = PluginDetails['surface'];
export type PluginCollection = PluginDetails['collections'][number];
export type CollectionChoice = PluginCollection['proposal'];
export type PluginHistoryKind = NonNullable<BodyOf<typeof calls.historyInquire>['kind']>;
