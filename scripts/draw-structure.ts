import { drawHouse } from './structure/drawing.ts';
import { DRAWINGS, houseBefore, houseNow } from './structure/houses.ts';

await Bun.write(DRAWINGS.before, drawHouse(houseBefore()));
await Bun.write(DRAWINGS.now, drawHouse(await houseNow()));
