/** What a dimension is to the statistics: all that a new one takes beside its words and its declaration in the visit path. */
interface DimensionInfo {
  /** The panel that it stands in: each answers one question. */
  panel: 'codes' | 'places' | 'networks' | 'devices' | 'sources' | 'campaigns' | 'entries';
  /**
   * What knows it beside a second one. `codes`: told by the code that was visited. `visitors`: kept of every visitor.
   * `visits`: kept of single visits only, where the log of their code is open.
   */
  from: 'codes' | 'visitors' | 'visits';
  /** A press on a value narrows the screen to it. */
  isFilter?: true;
  /** Says something of one code only. */
  isOfOneCode?: true;
}

const declare = <Names extends string>(
  dimensions: Record<Names, DimensionInfo>,
): Readonly<Record<Names, DimensionInfo>> => dimensions;

/** What the visits of a range can be divided by, in the order of the screen. */
export const DIMENSION_INFO = declare({
  code: { panel: 'codes', from: 'codes' },
  group: { panel: 'codes', from: 'codes' },
  domain: { panel: 'codes', from: 'codes' },
  target: { panel: 'codes', from: 'visits', isFilter: true, isOfOneCode: true },
  country: { panel: 'places', from: 'visitors' },
  region: { panel: 'places', from: 'visitors', isFilter: true },
  city: { panel: 'places', from: 'visitors', isFilter: true },
  isp: { panel: 'networks', from: 'visitors', isFilter: true },
  language: { panel: 'networks', from: 'visits', isFilter: true },
  kind: { panel: 'devices', from: 'visitors' },
  system: { panel: 'devices', from: 'visitors', isFilter: true },
  device: { panel: 'devices', from: 'visitors', isFilter: true },
  app: { panel: 'sources', from: 'visitors', isFilter: true },
  browser: { panel: 'sources', from: 'visitors', isFilter: true },
  referrer: { panel: 'sources', from: 'visitors', isFilter: true },
  utm_source: { panel: 'campaigns', from: 'visits', isFilter: true },
  utm_medium: { panel: 'campaigns', from: 'visits', isFilter: true },
  utm_campaign: { panel: 'campaigns', from: 'visits', isFilter: true },
  entry: { panel: 'entries', from: 'visits', isFilter: true },
});
export type Dimension = keyof typeof DIMENSION_INFO;
export const DIMENSIONS = Object.keys(DIMENSION_INFO) as [Dimension, ...Dimension[]];

/** What a screen can be narrowed to by a press on one value; kinds of devices have figures of their own. */
export type Filter = Exclude<Dimension, 'code' | 'group' | 'domain' | 'country' | 'kind'>;
export const FILTERS = DIMENSIONS.filter((one) => DIMENSION_INFO[one].isFilter) as [Filter, ...Filter[]];

/** Those that are the same place, seen closer: none of them is narrowed by another. */
export type OfPlaces = 'country' | 'region' | 'city';
export const isOfPlaces = <T extends Dimension>(dimension: T): dimension is T & OfPlaces =>
  DIMENSION_INFO[dimension].panel === 'places';

/** Those that every visitor is known by. */
export type OfVisitors =
  | 'region'
  | 'city'
  | 'isp'
  | 'kind'
  | 'system'
  | 'device'
  | 'app'
  | 'browser'
  | 'referrer';
export const isOfVisitors = <T extends Dimension>(dimension: T): dimension is T & OfVisitors =>
  DIMENSION_INFO[dimension].from === 'visitors';
export type OfCodes = 'code' | 'group' | 'domain';
export const isOfCodes = <T extends Dimension>(dimension: T): dimension is T & OfCodes =>
  DIMENSION_INFO[dimension].from === 'codes';

/**
 * What a dimension is counted in where the figures are narrowed by a value of another: figures are not kept by two things at
 * once. Visitors are known by what most dimensions are made of; the rest only kept visits tell.
 */
export function countedIn(
  dimension: Dimension,
  narrowedBy: Dimension | undefined,
): 'figures' | 'visitors' | 'kept' {
  if (narrowedBy === undefined || narrowedBy === dimension) return 'figures';
  if (isOfPlaces(dimension) && isOfPlaces(narrowedBy)) return 'figures';
  return isOfVisitors(dimension) && isOfVisitors(narrowedBy) ? 'visitors' : 'kept';
}
