-- The load of every variant: random codes over the whole set, 50,000 forwarded addresses, 200 user agents.
-- Arguments: number of codes, seed, pause in milliseconds between two requests of a connection (0: none), number of hosts
-- that the codes stand on in turn (0: all on the address that is asked), number of addresses, and how codes and addresses are
-- spread: `uniform`, or `zipf`, where the one of rank n comes 1/n as often as the first.
local codes, pause, hosts, addresses, spread = 1, 0, 0, 50000, "uniform"
local agents = {}

function init(args)
  codes = tonumber(args[1])
  math.randomseed(tonumber(args[2]))
  pause = tonumber(args[3] or "0")
  hosts = tonumber(args[4] or "0")
  addresses = tonumber(args[5] or "50000")
  spread = args[6] or "uniform"
  for number = 1, 200 do
    agents[number] = string.format(
      "Mozilla/5.0 (Linux; Android %d; M%03d Build/B%d; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/%d.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.%d",
      9 + number % 6, number, number, 90 + number % 40, number % 50)
  end
end

-- From 0 to below `count`.
local function choose(count)
  if spread == "zipf" then return math.floor(count ^ math.random()) - 1 end
  return math.random(0, count - 1)
end

function request()
  local address = choose(addresses)
  local code = choose(codes)
  return wrk.format("GET", string.format("/c%06d", code), {
    ["Host"] = hosts > 0 and string.format("d%d.example", code % hosts) or wrk.headers["Host"],
    ["User-Agent"] = agents[math.random(1, 200)],
    ["X-Forwarded-For"] = string.format("36.%d.%d.%d", 96 + address % 7 + math.floor(address / 62500) * 7 % 153,
      math.floor(address / 250) % 250, address % 250 + 1),
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
