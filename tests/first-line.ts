/**
 * What a peer of the tests says once it listens: its first line, which is JSON.
 * @param who what ended where there is none
 */
export async function firstLine<Places>(stdout: ReadableStream<Uint8Array>, who: string): Promise<Places> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of stdout) {
    text += decoder.decode(chunk, { stream: true });
    const end = text.indexOf('\n');
    if (end >= 0) return JSON.parse(text.slice(0, end)) as Places;
  }
  throw new Error(`${who} ended before it listened`);
}
