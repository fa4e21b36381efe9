/** Hands a file to the browser to save. */
export function downloadFile(name: string, content: Blob | string): void {
  const blob =
    typeof content === 'string' ? new Blob([content], { type: 'text/plain;charset=utf-8' }) : content;
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has its own hold of the data after the click's task.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
