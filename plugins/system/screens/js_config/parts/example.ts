/** What a page may look like, to be changed: it leads on as its jump type does, and by a press. */
export const EXAMPLE = `<!doctype html>
<html lang="{{language}}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>{{name}}</title>
  <style>
    body { margin: 0; min-height: 100vh; display: grid; place-content: center; gap: 1rem; padding: 1rem;
      box-sizing: border-box; text-align: center; font: 16px/1.6 system-ui, sans-serif; background: #fff8e1; color: #1d2129 }
    a { padding: .75rem 1.5rem; border-radius: 8px; background: #f5ca47; color: #241a00; text-decoration: none }
  </style>
</head>
<body>
  <h1>{{name}}</h1>
  <p>{{title}}</p>
  <a href="{{target}}">{{open}}</a>
  {{jump}}
</body>
</html>
`;
