import { geoNaturalEarth1, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import world from 'world-atlas/countries-110m.json';
import { codeOfShape, SMALL_PLACES } from './countries.ts';

/** Width of the drawing; everything else follows from it. */
export const MAP_WIDTH = 960;
/** Nobody visits from there, and it would take a sixth of the map. */
const ANTARCTICA = '010';
/** Cut through the Bering Strait, so that Russia is in one piece. */
const CUT = -11;
/** Half the side of what is shown around a small place. */
const SMALL_BOX = 12;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Shape {
  /** ISO 3166 letters; undefined for land that has none. */
  code: string | undefined;
  /** Of the SVG path; of a small place a line without length, which is drawn as a dot. */
  path: string;
  isDot: boolean;
  /** Around its largest part: France is not zoomed out of for its islands overseas. */
  box: Box;
}

const countries = feature(world, world.objects.countries).features.filter(({ id }) => id !== ANTARCTICA);
const projection = geoNaturalEarth1().rotate([CUT, 0]).fitWidth(MAP_WIDTH, { type: 'Sphere' });
const toPath = geoPath(projection).digits(1);
export const MAP_HEIGHT = Math.ceil(toPath.bounds({ type: 'FeatureCollection', features: countries })[1][1]);

/** Countries as they are drawn, the dots last and so on top. */
export const SHAPES: readonly Shape[] = [
  ...countries.map(({ id, geometry }) => ({
    code: codeOfShape(id),
    path: toPath(geometry) ?? '',
    isDot: false,
    box: largestPart(geometry),
  })),
  ...SMALL_PLACES.map(({ code, at }) => {
    const [x, y] = projection(at) ?? [0, 0];
    return {
      code,
      path: `M${x.toFixed(1)},${y.toFixed(1)}h0`,
      isDot: true,
      box: { x: x - SMALL_BOX, y: y - SMALL_BOX, width: 2 * SMALL_BOX, height: 2 * SMALL_BOX },
    };
  }),
];

function largestPart(geometry: (typeof countries)[number]['geometry']): Box {
  const parts = geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
  const polygons = parts.map((coordinates) => ({ type: 'Polygon' as const, coordinates }));
  const [largest = geometry] = polygons.sort((one, other) => toPath.area(other) - toPath.area(one));
  const [[left, top], [right, bottom]] = toPath.bounds(largest);
  return { x: left, y: top, width: right - left, height: bottom - top };
}
