import { PICTURE_SIZE, type Picture, type PictureStyle } from '../screens/qr_code_list/calls.ts';
import { drawDesignPdf } from './design/draw-design-pdf.ts';
import { drawDesignSvg } from './design/draw-design-svg.ts';
import { encodePng } from './design/encode-png.ts';
import { frameLayout } from './design/frame.ts';
import { framedSize, rasterizeFrame } from './design/frame-raster.ts';
import { symbolOf } from './design/geometry.ts';
import { drawLogo } from './design/logo.ts';
import { blit, type Raster, rasterize } from './design/rasterize.ts';
import { type Design, PLAIN_DESIGN } from './design/values.ts';
import { drawSvg, layOut } from './draw-svg.ts';
import { encodeBitmap } from './encode-bitmap.ts';

/**
 * Draws `address` as a QR code of `size` pixels a side, in its design or black on white, with the quiet zone around it.
 * A size too small for the modules gives one pixel a module rather than an unreadable picture. A PDF is as large as
 * that many pixels are at 300 dpi.
 */
export async function drawPicture(
  address: string,
  style: PictureStyle,
  design: Design | null = null,
): Promise<Picture> {
  const size = style.size ?? PICTURE_SIZE.default;
  if (style.format === 'pdf') {
    const pdf = await drawDesignPdf(address, design ?? plainDesign(style), size);
    return { media_type: 'application/pdf', data: Buffer.from(pdf).toString('base64') };
  }
  if (style.format === 'png') {
    const png = design ? await drawDesignPng(address, design, size) : drawPlainPng(address, style, size);
    return { media_type: 'image/png', data: Buffer.from(png).toString('base64') };
  }
  const data = design ? drawDesignSvg(address, design, size) : drawSvg(address, style);
  return { media_type: 'image/svg+xml', data };
}

function plainDesign({ error_level, quiet_zone }: PictureStyle): Design {
  return {
    ...PLAIN_DESIGN,
    error_level: error_level ?? PLAIN_DESIGN.error_level,
    quiet_zone: quiet_zone ?? PLAIN_DESIGN.quiet_zone,
  };
}

async function drawDesignPng(address: string, design: Design, wanted: number): Promise<Uint8Array> {
  const { frame } = design;
  if (!frame) return encodePng(await rasterizeDesign(address, design, wanted));
  const inner = await rasterizeDesign(address, design, framedSize(wanted, frame));
  const size = Math.max(wanted, Math.ceil(frameLayout(inner.size, frame).side));
  return encodePng(await rasterizeFrame(inner, frame, size));
}

async function rasterizeDesign(address: string, design: Design, wanted: number): Promise<Raster> {
  const symbol = symbolOf(address, design);
  const size = Math.max(wanted, symbol.side);
  const scale = Math.floor(size / symbol.side);
  const raster = rasterize(symbol, design, size, scale);
  const { logo, margin, side } = symbol;
  if (logo && design.logo !== null) {
    const edge = Math.floor((size - side * scale) / 2) + (margin + logo.start) * scale;
    const pixels = logo.side * scale;
    blit(raster, await drawLogo(design.logo, pixels, design.background), pixels, edge, edge);
  }
  return raster;
}

function drawPlainPng(address: string, style: PictureStyle, wanted: number): Uint8Array {
  const { margin, side, isDark } = layOut(address, style);
  const size = Math.max(wanted, side);
  return encodeBitmap(size, (pixel) => Math.floor((pixel * side) / size) - margin, isDark);
}
