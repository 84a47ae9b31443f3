-- Places orders, and records each one that the server has acknowledged. Each thread writes the id and the reference at
-- once to its own file.
local threads = 0

function setup(thread)
    threads = threads + 1
    thread:set("number", threads)
end

function init(arguments)
    run, folder = arguments[1], arguments[2]
    sent, pause = 0, 0
    acknowledged = io.open(folder .. "/acknowledged." .. number, "w")
    acknowledged:setvbuf("line")
    others = io.open(folder .. "/others." .. number, "w")
    others:setvbuf("line")
    wrk.method = "POST"
    wrk.headers["Content-Type"] = "application/json"
end

function request()
    sent = sent + 1
    local reference = run .. "-" .. number .. "-" .. sent
    return wrk.format(nil, "/orders", nil, '{"reference":"' .. reference .. '","book":1,"quantity":1}')
end

-- A client that was rejected waits a little, as a real one would.
function delay()
    return pause
end

function response(status, headers, body)
    local isAcknowledged = status >= 200 and status < 300
    pause = isAcknowledged and 0 or 20
    if isAcknowledged then
        acknowledged:write(body:match('"id":(%d+)'), ",", body:match('"reference":"([^"]+)"'), "\n")
    else
        -- One line for each answer of another kind.
        others:write(status, " ", (body:gsub("%s+", " ")), "\n")
    end
end
