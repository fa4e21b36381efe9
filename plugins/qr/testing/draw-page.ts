import { inflateSync } from 'node:zlib';
import { POINT_MM } from '../print-labels/label-layout.ts';

/** Pixels of a millimetre: a module of 0.35 mm has three. */
const PER_MM = 9;
/** Pieces of a curve. */
const STEPS = 6;
const OBJECT = /(\d+) 0 obj\n([\s\S]*?)\n(?:stream\n([\s\S]*?)\nendstream\n)?endobj/g;

type Matrix = readonly [number, number, number, number, number, number];
type Point = readonly [number, number];

export interface DrawnPage {
  /** A rectangle of it in millimetres from its upper left corner: red, green, blue and opacity of each pixel. */
  cut(at: { x: number; y: number; width: number; height: number }): {
    data: Uint8ClampedArray;
    width: number;
    height: number;
  };
}

/**
 * Draws what the pages of a PDF of ours show but their letters: paths filled by either rule, in drawings that are placed. A gradient
 * is drawn in its first colour, and a picture white, which is the worst that scanners could find there.
 */
export function drawPages(file: Uint8Array): DrawnPage[] {
  const objects = new Map<string, { head: string; content: string }>();
  for (const [, number = '', head = '', stream] of Buffer.from(file).toString('latin1').matchAll(OBJECT)) {
    const isText = stream !== undefined && head.includes('FlateDecode') && !head.includes('/Image');
    const content = isText ? inflateSync(Buffer.from(stream, 'latin1')).toString('latin1') : '';
    objects.set(number, { head, content });
  }
  const contentOf = (number: string) => objects.get(number)?.content ?? '';
  return [...objects.values()].flatMap(({ head }) => {
    if (!head.includes('/Type /Page /')) return [];
    const [, width = 0, height = 0] = (head.match(/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/) ?? []).map(Number);
    const canvas = createCanvas(width, height);
    for (const [, scales = '', number = ''] of contentOf(head.match(/Contents (\d+)/)?.[1] ?? '').matchAll(
      /^q ([-\d. ]+) cm \/D(\d+) Do Q$/gm,
    ))
      runDrawing(contentOf(number), {
        canvas,
        matrix: numbersOf(scales) as unknown as Matrix,
        head: objects.get(number)?.head ?? '',
      });
    return [canvas];
  });
}

const numbersOf = (text: string): number[] => text.trim().split(/\s+/).map(Number);

interface Canvas extends DrawnPage {
  fill(paths: readonly (readonly Point[])[], colour: readonly number[], isEvenOdd: boolean): void;
}

function createCanvas(widthPoints: number, heightPoints: number): Canvas {
  const scale = POINT_MM * PER_MM;
  const [width, height] = [Math.round(widthPoints * scale), Math.round(heightPoints * scale)];
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
  return {
    fill(paths, colour, isEvenOdd) {
      const edges = paths.flatMap((points) =>
        points.map(([x, y], at): [Point, Point] => {
          const [toX, toY] = points[(at + 1) % points.length] as Point;
          return [
            [x * scale, height - y * scale],
            [toX * scale, height - toY * scale],
          ];
        }),
      );
      const levels = edges.flatMap(([[, a], [, b]]) => [a, b]);
      const last = Math.min(height - 1, Math.ceil(Math.max(...levels)));
      for (let row = Math.max(0, Math.floor(Math.min(...levels))); row <= last; row += 1) {
        const level = row + 0.5;
        const crossings = edges
          .flatMap(([[x1, y1], [x2, y2]]) =>
            y1 <= level === y2 <= level
              ? []
              : [{ x: x1 + ((level - y1) / (y2 - y1)) * (x2 - x1), turn: y1 < y2 ? 1 : -1 }],
          )
          .toSorted((one, other) => one.x - other.x);
        let winding = 0;
        crossings.forEach(({ x, turn }, at) => {
          winding += isEvenOdd ? 1 : turn;
          const isInside = isEvenOdd ? winding % 2 === 1 : winding !== 0;
          if (!isInside) return;
          const end = Math.min(width - 1, Math.ceil((crossings[at + 1]?.x ?? x) - 0.5) - 1);
          for (let column = Math.max(0, Math.ceil(x - 0.5)); column <= end; column += 1)
            pixels.set(colour, (row * width + column) * 4);
        });
      }
    },
    cut({ x, y, width: wide, height: high }) {
      const [left, top] = [Math.round(x * PER_MM), Math.round(y * PER_MM)];
      const size = { width: Math.round(wide * PER_MM), height: Math.round(high * PER_MM) };
      const data = new Uint8ClampedArray(size.width * size.height * 4);
      for (let row = 0; row < size.height; row += 1) {
        const from = ((top + row) * width + left) * 4;
        data.set(pixels.subarray(from, from + size.width * 4), row * size.width * 4);
      }
      return { data, ...size };
    },
  };
}

/** Operators of paths (ISO 32000-1, 8.5), each with its numbers before it. */
function runDrawing(
  content: string,
  { canvas, matrix, head }: { canvas: Canvas; matrix: Matrix; head: string },
): void {
  let now = matrix;
  let colour: number[] = [0, 0, 0];
  let paths: Point[][] = [];
  let stack: string[] = [];
  const kept: Matrix[] = [];
  const at = (x: number, y: number): Point => [
    now[0] * x + now[2] * y + now[4],
    now[1] * x + now[3] * y + now[5],
  ];
  const [, shade = '0 0 0'] = head.match(/\/C0 \[([\d. ]+)\]/) ?? [];
  let current: Point = [0, 0];
  for (const token of content.split(/\s+/)) {
    const numbers = stack.map(Number);
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
    if (token === 'q') kept.push(now);
    else if (token === 'Q') now = kept.pop() ?? now;
    else if (token === 'cm') {
      const [x, y] = at(e, f);
      now = [
        ...[now[0] * a + now[2] * b, now[1] * a + now[3] * b],
        ...[now[0] * c + now[2] * d, now[1] * c + now[3] * d],
        x,
        y,
      ] as unknown as Matrix;
    } else if (token === 'rg') colour = numbers.map((share) => share * 255);
    else if (token === 'scn') colour = numbersOf(shade).map((share) => share * 255);
    else if (token === 're') paths.push([at(a, b), at(a + c, b), at(a + c, b + d), at(a, b + d)]);
    else if (token === 'm') {
      current = [a, b];
      paths.push([at(a, b)]);
    } else if (token === 'l') {
      current = [a, b];
      paths.at(-1)?.push(at(a, b));
    } else if (token === 'c') {
      for (let step = 1; step <= STEPS; step += 1) {
        const share = step / STEPS;
        const curve = (p0: number, p1: number, p2: number, p3: number) =>
          p0 * (1 - share) ** 3 +
          3 * p1 * share * (1 - share) ** 2 +
          3 * p2 * share ** 2 * (1 - share) +
          p3 * share ** 3;
        paths.at(-1)?.push(at(curve(current[0], a, c, e), curve(current[1], b, d, f)));
      }
      current = [e, f];
    } else if (token === 'f' || token === 'f*') {
      canvas.fill(paths, [...colour, 255], token === 'f*');
      paths = [];
    } else if (token !== 'h') {
      stack.push(token);
      continue;
    }
    stack = [];
  }
}
