"use strict";
(() => {
  const game = JSON.parse(document.getElementById("game").textContent);
  const frames = game.frames, last = frames.length - 1;
  const WINDS = { en: ["E", "S", "W", "N"], zh: ["东", "南", "西", "北"] };
  const WORDS = {
    en: {
      first: "First", back: "Back", next: "Next", last: "Last", step: "Step", of: "of",
      before: "Previous decision", after: "Next decision", mark: "Next mark", view: "View",
      all: "All seats", seat: "Seat", happened: "What happened", decision: "Decision",
      choice: "chooses", among: "possible actions:", tile: "Discard", shanten: "Shanten",
      copies: "Useful copies", prospects: "Hands", ready: "ready", waits: "waits", left: "left",
      byDiscard: "discard", selfDrawn: "self-drawn", result: "Result", wins: "wins",
      points: "points", drawn: "Nobody wins", dropped: "Not counted", differ: "Differences",
      agree: "The record agrees with the rules.", round: "round", wall: "wall", play: "to play",
      claim: "discards", over: "The hand is over", away: "This discard goes further from a win.",
      other: "中文", keys: "Keys: ← → step, Home End, d / D decisions, m marks, l language.",
      table: "The table", fan: "Fan", text: "The table as text", hand: "hand", melds: "melds",
      river: "discards", flowers: "flowers", tiles: "tiles",
    },
    zh: {
      first: "开局", back: "上一步", next: "下一步", last: "终局", step: "第", of: "/",
      before: "上一个选择", after: "下一个选择", mark: "下一个标记", view: "视角",
      all: "全部明牌", seat: "座位", happened: "经过", decision: "选择", choice: "选择",
      among: "可选动作：", tile: "打牌", shanten: "向听", copies: "进张数", prospects: "手牌",
      ready: "听牌", waits: "听", left: "剩", byDiscard: "点和", selfDrawn: "自摸", result: "结果",
      wins: "和牌", points: "分", drawn: "荒牌", dropped: "不计的番", differ: "与牌谱不同之处",
      agree: "牌谱与规则一致。", round: "风圈", wall: "牌墙", play: "出牌", claim: "打出",
      over: "本盘结束", away: "此打使向听数后退。", other: "English",
      keys: "按键：← → 步进，Home End，d / D 选择，m 标记，l 语言。", table: "牌桌", fan: "番种", text: "牌桌文字版",
      hand: "手牌", melds: "副露", river: "牌河", flowers: "花牌", tiles: "张",
    },
  };
  let lang = (navigator.language || "").startsWith("zh") ? "zh" : "en";
  let at = 0, viewer = game.seat;
  const by = (id) => document.getElementById(id);
  const words = () => WORDS[lang];
  const marked = (k) => Boolean(frames[k].choice?.back) || (k === last && game.differences?.length > 0);
  const mine = (k) => frames[k].choice && frames[k].choice.of > 1
    && (viewer === null || frames[k].choice.seat === viewer);

  function make(tag, more = {}, text = "") {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(more)) node.setAttribute(name, value);
    if (text) node.textContent = text;
    return node;
  }
  function draw(tag, more, parent, text = "") {
    const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(more)) node.setAttribute(name, value);
    if (text) node.textContent = text;
    parent.append(node);
    return node;
  }

  // ------------------------------------------------------------------------------- the table
  const SIDE = 1360, CENTRE = 180, STEP = 61, APART = 18, HIGH = 84, WIDE = 60;
  function tile(name, x, y, parent, size = 1, turned = false) {
    const turn = turned ? ` translate(${HIGH} 0) rotate(90)` : "";
    draw("use", { href: `#gb-${name}`, "data-tile": name,
      transform: `translate(${x} ${y}) scale(${size})${turn}` }, parent);
  }
  const rank = (name, more) => `${Number(name[0]) + more}${name[1]}`;
  function meldTiles([kind, name, source], hidden) {
    if (kind === 4) {
      const middle = hidden || name === null ? "back" : name;
      return { tiles: ["back", middle, middle, "back"], turned: -1 };
    }
    if (kind === 0) {
      const tiles = [name, rank(name, 1), rank(name, 2)];
      return { tiles: [...tiles.splice(source - 1, 1), ...tiles], turned: 0 };
    }
    const count = kind === 2 ? 4 : 3;
    return { tiles: Array(count).fill(name), turned: { 1: 0, 2: 1, 3: count - 1 }[source] };
  }
  function meldWidth(meld) {
    if (meld[0] === 4) return 4 * STEP;
    return ((meld[0] === 2 ? 4 : 3) - 1) * STEP + HIGH + 1;
  }
  function drawMeld(meld, hidden, x, parent) {
    const { tiles, turned } = meldTiles(meld, hidden);
    tiles.forEach((name, k) => {
      if (k !== turned) { tile(name, x, 0, parent); x += STEP; return; }
      if (meld[0] === 3) tile(name, x, HIGH - 2 * WIDE, parent, 1, true);
      tile(name, x, HIGH - WIDE, parent, 1, true);
      x += HIGH + 1;
    });
  }
  const isHidden = (seat) => viewer !== null && seat !== viewer
    && !(at === last && game.result && game.result.winner === seat);
  function drawSeat(place, seat, frame, parent) {
    const hidden = isHidden(seat);
    const shown = (name) => (hidden ? "back" : name);
    let wide = place.standing.length * STEP + (place.apart ? APART + STEP : 0);
    for (const meld of place.melds) wide += APART + meldWidth(meld);
    const size = Math.min(1, 1140 / wide);
    const row = draw("g", { transform:
      `translate(${(SIDE - wide * size) / 2} ${SIDE - 14 - HIGH * size}) scale(${size})` }, parent);
    let x = 0;
    for (const name of place.standing) { tile(shown(name), x, 0, row); x += STEP; }
    if (place.apart) { tile(shown(place.apart), x + APART, 0, row); x += APART + STEP; }
    for (const meld of place.melds) { drawMeld(meld, hidden, x + APART, row); x += APART + meldWidth(meld); }
    const river = place.river.length > 30 ? 0.75 : 0.9;
    place.river.forEach((name, k) => {
      const left = SIDE / 2 - 3 * STEP * river + (k % 6) * STEP * river;
      const top = SIDE / 2 + CENTRE + 12 + Math.floor(k / 6) * (HIGH + 2) * river;
      tile(name, left, top, parent, river);
      if (frame.claim && frame.actor === seat && k === place.river.length - 1) {
        draw("rect", { x: left - 1, y: top - 1, width: WIDE * river + 2, height: HIGH * river + 2,
          rx: 8, fill: "none", stroke: "var(--mark)", "stroke-width": 4 }, parent);
      }
    });
    place.flowers.forEach((name, k) => tile(name, 130 + 38 * k, SIDE - 168, parent, 0.6));
  }
  function label(parent, x, y, text, size, colour, anchor = "middle", weight = 400) {
    return draw("text", { x, y, "font-size": size, fill: `var(--${colour})`, "text-anchor": anchor,
      "font-weight": weight }, parent, text);
  }
  function drawName(name, place, turn, parent) {
    if (!name) return;
    const x = 142 + 38 * place.flowers.length, y = SIDE - 134;
    const group = draw("g", turn === 180 ? { transform: `rotate(180 ${x} ${y - 9})` } : {}, parent);
    const short = name.length > 18 ? `${name.slice(0, 17)}…` : name;
    label(group, x, y, short, 26, "quiet", turn === 180 ? "end" : "start");
  }
  function stateText(frame) {
    if (frame.actor === null) return words().over;
    return `${WINDS[lang][frame.actor]} ${frame.claim ? words().claim : words().play}`;
  }
  function drawCentre(frame, below, parent) {
    const middle = SIDE / 2;
    draw("rect", { x: middle - CENTRE, y: middle - CENTRE, width: 2 * CENTRE, height: 2 * CENTRE,
      rx: 14, fill: "var(--quiet)", "fill-opacity": 0.12 }, parent);
    for (let seat = 0; seat < 4; seat++) {
      const place = (seat - below + 4) % 4, on = frame.actor === seat;
      const [across, down] = [[0, 1], [1, 0], [0, -1], [-1, 0]][place];
      if (on) draw("rect", { x: middle - CENTRE, y: middle + CENTRE - 8, width: 2 * CENTRE, height: 8,
        rx: 4, fill: "var(--mark)", transform: `rotate(${-90 * place} ${middle} ${middle})` }, parent);
      label(parent, middle + across * 140, middle + down * 140 + 12, WINDS[lang][seat], 32,
        on ? "mark" : "ink", "middle", 700);
    }
    const wall = new Set(frame.wall).size === 1 ? frame.wall[0] : frame.wall.join(" ");
    const round = lang === "zh" ? `${WINDS.zh[game.round]}${words().round}`
      : `${WINDS.en[game.round]} ${words().round}`;
    label(parent, middle, middle - 26, round, 24, "quiet");
    label(parent, middle, middle + 10, `${words().wall} ${wall}`, 24, "quiet");
    label(parent, middle, middle + 46, stateText(frame), 24, "ink", "middle", 700);
  }
  function drawTable(frame) {
    const board = by("board"), below = viewer ?? 0;
    const svg = draw("svg", { viewBox: `0 0 ${SIDE} ${SIDE}`, role: "img" }, board);
    draw("title", {}, svg, `${words().table}: ${stateText(frame)}`);
    frame.seats.forEach((place, seat) => {
      const turn = ((below - seat + 4) % 4) * 90;
      const group = draw("g", { transform: `rotate(${turn} ${SIDE / 2} ${SIDE / 2})`,
        "data-seat": WINDS.en[seat] }, svg);
      drawSeat(place, seat, frame, group);
      drawName(game.players[seat], place, turn, group);
    });
    drawCentre(frame, below, svg);
    board.replaceChildren(svg);
  }

  // ------------------------------------------------------------------------------- beside it
  function small(name) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", `0 0 ${WIDE} ${HIGH}`);
    svg.setAttribute("class", "t");
    svg.setAttribute("role", "img");
    draw("title", {}, svg, name);
    draw("use", { href: `#gb-${name}` }, svg);
    return svg;
  }
  function section(id, title, ...nodes) {
    const place = by(id);
    place.replaceChildren();
    if (nodes.length) place.append(make("h2", {}, title), ...nodes);
  }
  function list(lines) {
    const all = make("ul");
    for (const line of lines) all.append(make("li", {}, line));
    return all;
  }
  function row(cells, head = false) {
    const line = make("tr");
    for (const cell of cells) {
      const number = typeof cell === "number";
      const right = number || (head && line.children.length > 0) || cell === "–" || cell === words().ready;
      const box = make(head ? "th" : "td", right ? { class: "n" } : {});
      if (head) box.setAttribute("scope", "col");
      box.append(...(Array.isArray(cell) ? cell : [number ? String(cell) : cell]));
      line.append(box);
    }
    return line;
  }
  function tellEvents(frame) {
    const told = frame.events.map(([en, zh]) => hideTile(lang === "zh" ? zh : en, en));
    section("events", words().happened, list(told));
  }
  // What another seat draws is not for a viewer who has chosen one seat.
  const isDraw = (en) => / (draws|takes instead|makes a concealed kong of) /.test(en);
  function hideTile(text, en) {
    const hidden = viewer !== null && WINDS.en.indexOf(en[0]) !== viewer;
    if (hidden && lang === "en") text = text.replace(/, before .*$/, "");
    return hidden && isDraw(en) ? text.replace(/ [^ ]+$/, "") : text;
  }
  // For those who do not see the table.
  const HONOURS = { E: "东", S: "南", W: "西", N: "北", C: "中", F: "发", P: "白", a: "春", b: "夏",
    c: "秋", d: "冬", e: "梅", f: "兰", g: "竹", h: "菊" };
  function spoken(name) {
    if (lang === "en") return name;
    const suit = { m: "万", s: "条", p: "饼" }[name[1]];
    return suit ? `${"一二三四五六七八九"[name[0] - 1]}${suit}` : HONOURS[name];
  }
  function meldText(meld, hidden) {
    return meldTiles(meld, hidden).tiles.map((name) => (name === "back" ? "?" : spoken(name))).join(" ");
  }
  function tellTable(frame) {
    const lines = frame.seats.map((place, seat) => {
      const all = [...place.standing, ...(place.apart ? [place.apart] : [])];
      const covered = isHidden(seat) || all.includes("back");
      const parts = [`${words().hand} ${covered ? `${all.length} ${words().tiles}` : all.map(spoken).join(" ")}`];
      const add = (what, texts) => { if (texts.length) parts.push(`${what} ${texts.join(" ")}`); };
      add(words().melds, place.melds.map((meld) => `[${meldText(meld, isHidden(seat))}]`));
      add(words().river, place.river.map(spoken));
      add(words().flowers, place.flowers.map(spoken));
      return `${WINDS[lang][seat]} ${game.players[seat]}: ${parts.join("; ")}`;
    });
    by("text-title").textContent = words().text;
    by("text").replaceChildren(list(lines));
  }
  function tellChoice(frame) {
    const choice = frame.choice;
    if (!choice || (viewer !== null && choice.seat !== viewer)) return section("choice", "");
    const what = choice.words[lang === "zh" ? 1 : 0];
    const nodes = [make("p", {}, `${WINDS[lang][choice.seat]} ${words().choice}: ${what} `
      + `(${words().among} ${choice.of})`)];
    if (choice.back) nodes.push(make("p", { class: "bad" }, words().away));
    if (choice.discards) {
      const all = make("table");
      all.append(row([words().tile, words().shanten, words().copies], true));
      for (const [name, shanten, left] of choice.discards) {
        const line = row([[small(name)], shanten === 0 ? words().ready : shanten, left]);
        if (name === choice.chosen) line.setAttribute("class", "chosen");
        all.append(line);
      }
      nodes.push(all);
    }
    section("choice", words().decision, ...nodes);
  }
  function tellHands(frame) {
    const nodes = [];
    frame.seats.forEach((place, seat) => {
      if (isHidden(seat) || place.shanten === undefined) return;
      const name = `${WINDS[lang][seat]} ${game.players[seat]}`.trim();
      if (!place.waits) {
        const text = place.shanten < 1 ? words().ready : `${words().shanten} ${place.shanten}`;
        nodes.push(make("p", {}, `${name}: ${text}`));
        return;
      }
      const all = make("table");
      all.append(row([`${name}: ${words().waits}`, words().left, words().byDiscard,
        words().selfDrawn], true));
      for (const [tileName, left, discard, drawn] of place.waits) {
        all.append(row([[small(tileName)], left, discard ?? "–", drawn ?? "–"]));
      }
      nodes.push(all);
    });
    section("hands", words().prospects, ...nodes);
  }
  function tellResult() {
    const result = game.result;
    if (at !== last || !result) return section("result", "");
    const changes = result.changes.map((points, seat) =>
      `${WINDS[lang][seat]} ${game.players[seat]} ${points > 0 ? "+" : ""}${points}`.replace("  ", " "));
    if (result.winner === null) return section("result", words().result, make("p", {}, words().drawn), list(changes));
    const all = make("table");
    all.append(row([words().fan, words().points], true));
    for (const [english, zh, count, points, tiles] of result.fans) {
      const name = (lang === "zh" ? zh : english) + (count > 1 ? ` ×${count} ` : " ");
      all.append(row([[name, ...tiles.map(small)], points]));
    }
    const nodes = [make("p", {}, `${WINDS[lang][result.winner]} ${words().wins}: ${result.points} ${words().points}`),
      all, list(changes)];
    if (result.dropped.length) nodes.push(make("p", { class: "quiet" }, words().dropped),
      list(result.dropped.map(([en, zh]) => (lang === "zh" ? zh : en))));
    return section("result", words().result, ...nodes);
  }
  function tellDifferences() {
    if (game.differences === null) return section("differences", "");
    const found = game.differences;
    section("differences", words().differ,
      found.length ? list(found) : make("p", { class: "good" }, words().agree));
  }

  // ------------------------------------------------------------------------------- the controls
  function show() {
    const frame = frames[at];
    document.documentElement.lang = lang === "zh" ? "zh-Hans" : "en";
    drawTable(frame); tellTable(frame); tellEvents(frame); tellChoice(frame); tellHands(frame); tellResult(); tellDifferences();
    by("slider").value = at;
    by("place").textContent = lang === "zh" ? `第 ${at} / ${last} 步` : `Step ${at} of ${last}`;
    by("slider").setAttribute("aria-valuetext", by("place").textContent);
    for (const id of ["first", "back", "before"]) by(id).disabled = at === 0;
    for (const id of ["next", "last", "after"]) by(id).disabled = at === last;
    by("mark").disabled = !frames.some((_, k) => marked(k));
  }
  function write() {
    for (const id of ["first", "back", "next", "last", "before", "after", "mark"]) by(id).textContent = words()[id];
    by("keys").textContent = words().keys;
    by("switch").textContent = words().other;
    by("switch").lang = lang === "zh" ? "en" : "zh-Hans";
    by("slider").setAttribute("aria-label", words().step);
    const chosen = by("view");
    chosen.setAttribute("aria-label", words().view);
    chosen.replaceChildren();
    if (game.seat === null) chosen.append(make("option", { value: "" }, words().all));
    for (let seat = 0; seat < 4; seat++) {
      if (game.seat !== null && seat !== game.seat) continue;
      chosen.append(make("option", { value: seat }, `${words().seat} ${WINDS[lang][seat]} ${game.players[seat]}`));
    }
    chosen.value = viewer ?? "";
    show();
  }
  const go = (k) => { at = Math.max(0, Math.min(last, k)); show(); };
  function search(test, step) {
    for (let k = at + step; k >= 0 && k <= last; k += step) if (test(k)) return go(k);
    return go(step > 0 ? last : 0);
  }
  function nextMark() {
    const found = frames.map((_, k) => k).filter(marked);
    if (found.length) go(found.find((k) => k > at) ?? found[0]);
  }
  const DO = {
    first: () => go(0), back: () => go(at - 1), next: () => go(at + 1), last: () => go(last),
    before: () => search(mine, -1), after: () => search(mine, 1), mark: nextMark,
    switch: () => { lang = lang === "zh" ? "en" : "zh"; write(); },
  };
  for (const [id, action] of Object.entries(DO)) by(id).addEventListener("click", action);
  by("slider").max = last;
  by("slider").addEventListener("input", (event) => go(Number(event.target.value)));
  by("view").addEventListener("change", (event) => {
    viewer = event.target.value === "" ? null : Number(event.target.value);
    show();
  });
  const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", d: "after",
    D: "before", m: "mark", l: "switch" };
  document.addEventListener("keydown", (event) => {
    const inField = ["SELECT", "INPUT"].includes(event.target.tagName);
    if (event.ctrlKey || event.metaKey || event.altKey || (inField && event.key.length > 1)) return;
    if (KEYS[event.key]) { event.preventDefault(); DO[KEYS[event.key]](); }
  });
  write();
})();
