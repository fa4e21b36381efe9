import type { Arrows } from './imports.ts';

/** Folders by floor, the lowest floor first, and how many imports run between them. */
export interface House {
  title: string;
  floors: readonly (readonly string[])[];
  arrows: Arrows;
}

interface Box {
  name: string;
  floor: number;
  x: number;
  y: number;
}

interface Arrow {
  from: Box;
  to: Box;
  count: number;
  isUp: boolean;
}

const WIDTH = 1000;
const BOX = { width: 230, height: 56 };
const FLOOR_HEIGHT = 118;
const TOP = 60;
/** Nearly everything imports these: they are named in each box, and lines to them would hide all others. */
const GROUND = new Set(['contract', 'sdk']);

const STYLE = `
  svg { background: #ffffff; font-family: system-ui, sans-serif; }
  .box { fill: #eef3fa; stroke: #4a6488; }
  .name { fill: #16202e; font-size: 15px; font-weight: 600; text-anchor: middle; }
  .ground { fill: #4d5a6b; font-size: 11px; text-anchor: middle; }
  .title { fill: #16202e; font-size: 17px; font-weight: 600; }
  .down { stroke: #6b7b90; fill: none; }
  .up { stroke: #c8102e; fill: none; }
  .count { fill: #3a4757; stroke: #ffffff; font-size: 12px; text-anchor: middle; stroke-width: 4px; paint-order: stroke; }
  .count.of-up { fill: #c8102e; font-weight: 700; }
  .head-down { fill: #6b7b90; }
  .head-up { fill: #c8102e; }
  @media (prefers-color-scheme: dark) {
    svg { background: #14181f; }
    .box { fill: #222c3a; stroke: #7f9abf; }
    .name, .title { fill: #eef2f8; }
    .ground { fill: #aab6c6; }
    .down { stroke: #8796ab; }
    .up { stroke: #ff6b7d; }
    .count { fill: #d3dbe6; stroke: #14181f; }
    .count.of-up, .head-up { fill: #ff6b7d; }
    .head-down { fill: #8796ab; }
  }`;

/** Arrows that run upwards, or between folders of one floor, as `from to`. */
export function upwardArrows({ floors, arrows }: House): string[] {
  const floorOf = (name: string) => floors.findIndex((folders) => folders.includes(name));
  return [...arrows.keys()].filter((arrow) => {
    const [from = '', to = ''] = arrow.split(' ');
    return floorOf(from) <= floorOf(to);
  });
}

/** The picture of a house: a floor is a row, an arrow says how many files of one folder import files of another. */
export function drawHouse(house: House): string {
  const height = TOP + house.floors.length * FLOOR_HEIGHT;
  const boxes = placeBoxes(house.floors);
  const arrows = arrowsBetween(house, boxes);
  const drawn = arrows.filter(({ to }) => !GROUND.has(to.name));
  const up = arrows.filter(({ isUp }) => isUp).length;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${house.title}">`,
    `<style>${STYLE}\n</style>`,
    `<defs>${head('down')}${head('up')}</defs>`,
    `<text class="title" x="24" y="34">${house.title}: ${boxes.length} folders, ${arrows.length} arrows, ${up} of them upwards</text>`,
    ...drawn.map((arrow) => line(arrow, drawn)),
    ...boxes.map((box) => drawBox(box, arrows)),
    ...drawn.map((arrow) => count(arrow, drawn)),
    '</svg>',
  ].join('\n')}\n`;
}

function head(name: 'down' | 'up'): string {
  return `<marker id="${name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path class="head-${name}" d="M0 0L8 4L0 8z"/></marker>`;
}

function placeBoxes(floors: House['floors']): Box[] {
  return floors.flatMap((folders, floor) => {
    const step = WIDTH / (folders.length + 1);
    // A folder that stands alone leaves the middle to what passes by.
    const shift = folders.length > 1 ? 0 : floor % 2 === 0 ? -130 : 130;
    return folders.map((name, place) => ({
      name,
      floor,
      x: Math.round(step * (place + 1) + shift),
      y: TOP + (floors.length - 1 - floor) * FLOOR_HEIGHT,
    }));
  });
}

function arrowsBetween({ arrows }: House, boxes: readonly Box[]): Arrow[] {
  const named = new Map(boxes.map((box) => [box.name, box]));
  return [...arrows].sort().flatMap(([arrow, number]) => {
    const [from, to] = arrow.split(' ').map((name) => named.get(name));
    if (from === undefined || to === undefined) return [];
    return [{ from, to, count: number, isUp: from.floor <= to.floor }];
  });
}

function drawBox({ name, x, y }: Box, arrows: readonly Arrow[]): string {
  const ground = arrows
    .filter(({ from, to }) => from.name === name && GROUND.has(to.name))
    .map(({ to, count: number }) => `${to.name} ${number}`);
  return [
    `<rect class="box" x="${x - BOX.width / 2}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="6"/>`,
    `<text class="name" x="${x}" y="${y + (ground.length === 0 ? 33 : 25)}">${name}</text>`,
    ...(ground.length === 0
      ? []
      : [`<text class="ground" x="${x}" y="${y + 43}">${ground.join(', ')}</text>`]),
  ].join('');
}

/** Ends of an arrow: those of one box share its edge, from left to right as their other ends stand. */
function endsOf(arrow: Arrow, all: readonly Arrow[]): { x1: number; y1: number; x2: number; y2: number } {
  const port = (box: Box, isTop: boolean) => {
    const there = all
      .filter((one) => (one.from === box && one.isUp === isTop) || (one.to === box && one.isUp !== isTop))
      .sort((a, b) => otherEnd(a, box).x - otherEnd(b, box).x || (a.from === box ? 1 : -1));
    return box.x + ((there.indexOf(arrow) + 1) / (there.length + 1) - 0.5) * BOX.width;
  };
  const { from, to, isUp } = arrow;
  return {
    x1: port(from, isUp),
    y1: isUp ? from.y : from.y + BOX.height,
    x2: port(to, !isUp),
    y2: isUp ? to.y + BOX.height : to.y,
  };
}

function otherEnd({ from, to }: Arrow, box: Box): Box {
  return from === box ? to : from;
}

function line(arrow: Arrow, all: readonly Arrow[]): string {
  const { x1, y1, x2, y2 } = endsOf(arrow, all);
  const kind = arrow.isUp ? 'up' : 'down';
  const bend = arrow.isUp ? -50 : 50;
  const path = [
    `M${r(x1)} ${r(y1)}`,
    `C${r(x1)} ${r(y1 + bend)}`,
    `${r(x2)} ${r(y2 - bend)}`,
    `${r(x2)} ${r(y2)}`,
  ];
  const width = r(1 + Math.min(3, Math.log10(arrow.count + 1)));
  const name = `${arrow.from.name} ${arrow.to.name}`;
  return `<path class="${kind}" data-arrow="${name}" stroke-width="${width}" marker-end="url(#${kind})" d="${path.join(' ')}"/>`;
}

/** Near the beginning, where arrows of one box lie apart. */
function count(arrow: Arrow, all: readonly Arrow[]): string {
  const { x1, y1 } = endsOf(arrow, all);
  const y = arrow.isUp ? y1 - 12 : y1 + 20;
  return `<text class="count${arrow.isUp ? ' of-up' : ''}" x="${r(x1)}" y="${r(y)}">${arrow.count}</text>`;
}

const r = (value: number) => Math.round(value * 10) / 10;
