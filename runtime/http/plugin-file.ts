import { serveFile } from './static-files.ts';

/** What pages load from their plugin and no browser runs when it is opened by itself: scripts are then shown as text. */
const INERT =
  /^(text\/(javascript|css|plain)|application\/(javascript|json|wasm)|font\/|audio\/|video\/|image\/(?!svg))/;
/** A picture is still shown in a page, where no policy of its own is asked. */
const BOXED = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

/**
 * Answers a file of a plugin's pages. SVG, HTML and whatever else a browser might run is sent to be saved, and under a
 * policy that gives it an origin of its own: it lies on the back-office's host, and a link to it would be enough.
 * @param root folder of the plugin's remote
 */
export async function servePluginFile(
  request: Request,
  root: string,
  path: string,
): Promise<Response | undefined> {
  const answer = await serveFile(request, root, path);
  if (answer === undefined || INERT.test(answer.headers.get('content-type') ?? '')) return answer;
  answer.headers.set('content-disposition', 'attachment');
  answer.headers.set('content-security-policy', BOXED);
  return answer;
}
