/** Puts text on the clipboard. False when the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  // The clipboard API exists only on https and loopback; a back-office is often reached over plain http in a LAN.
  if (navigator.clipboard && window.isSecureContext) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Permission refused: the older way below may still work.
    }
  }
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  return isCopied;
}
