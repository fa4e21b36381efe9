/** The baseline: Bun.serve that answers every request with a fresh 302. Arguments: port, `fetch` or `parameter`. */
const [port, kind] = process.argv.slice(2);
const answer = (code: string): Response =>
  new Response(null, { status: 302, headers: { location: `https://target.example/landing/page/${code}` } });

Bun.serve({
  hostname: '127.0.0.1',
  port: Number(port),
  ...(kind === 'parameter'
    ? {
        routes: { '/:code': (request) => answer(request.params.code) },
        fetch: () => new Response(null, { status: 404 }),
      }
    : { fetch: () => answer('fixed') }),
});
process.stdout.write('{"ready":true}\n');
