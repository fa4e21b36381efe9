/** An SVG as PNG, drawn by the browser; `side` in pixels. */
export async function drawPng(svg: string, side: number): Promise<Blob> {
  const image = new Image(side, side);
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = new OffscreenCanvas(side, side);
  canvas.getContext('2d')?.drawImage(image, 0, 0, side, side);
  return canvas.convertToBlob({ type: 'image/png' });
}
