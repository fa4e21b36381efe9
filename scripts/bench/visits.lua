-- The load of every variant: random codes over the whole set, 50,000 forwarded addresses, 200 user agents.
-- Arguments: number of codes, seed, pause in milliseconds between two requests of a connection (0: none), number of hosts
-- that the codes stand on in turn (0: all on the address that is asked).
local codes, pause, hosts = 1, 0, 0
local agents = {}

function init(args)
  codes = tonumber(args[1])
  math.randomseed(tonumber(args[2]))
  pause = tonumber(args[3] or "0")
  hosts = tonumber(args[4] or "0")
  for number = 1, 200 do
    agents[number] = string.format(
      "Mozilla/5.0 (Linux; Android %d; M%03d Build/B%d; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/%d.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.%d",
      9 + number % 6, number, number, 90 + number % 40, number % 50)
  end
end

function request()
  local address = math.random(0, 49999)
  local code = math.random(0, codes - 1)
  return wrk.format("GET", string.format("/c%06d", code), {
    ["Host"] = hosts > 0 and string.format("d%d.example", code % hosts) or wrk.headers["Host"],
    ["User-Agent"] = agents[math.random(1, 200)],
    ["X-Forwarded-For"] = string.format("36.%d.%d.%d", address % 7 + 96, math.floor(address / 250), address % 250 + 1),
  })
end

function delay()
  -- Half to one and a half times the pause, so that the connections do not march in step.
  if pause == 0 then return 0 end
  return math.random(math.floor(pause / 2), math.floor(pause * 3 / 2))
end

function done(summary, latency, requests)
  io.write(string.format("RESULT %d %d %d %d %d %d\n", summary.requests, summary.duration,
    summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout,
    latency:percentile(50), latency:percentile(99), latency.max))
end
