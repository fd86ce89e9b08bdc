(function () {
  'use strict';
  var all = function (at, what) { return Array.prototype.slice.call(at.querySelectorAll(what)); };
  var bar = document.querySelector('.bar');
  var search = document.getElementById('search');
  var told = document.getElementById('told');
  bar.hidden = false;

  // Copy: by the clipboard where the page may use it, else by a selection.
  var bySelection = function (code) {
    var range = document.createRange();
    range.selectNodeContents(code);
    var selection = getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
    var done = document.execCommand('copy');
    selection.removeAllRanges();
    return done;
  };
  all(document, '.cmd').forEach(function (cmd) {
    var code = cmd.querySelector('code');
    var button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.setAttribute('aria-label', 'Copy the command');
    var say = function (text) {
      button.textContent = text;
      told.textContent = text;
      setTimeout(function () { button.textContent = 'Copy'; }, 2000);
    };
    button.addEventListener('click', function () {
      var other = function () { say(bySelection(code) ? 'Copied' : 'Select it by hand'); };
      if (!navigator.clipboard) { other(); return; }
      navigator.clipboard.writeText(code.textContent).then(function () { say('Copied'); }, other);
    });
    cmd.appendChild(button);
  });

  // Fold: all of a tree at a time, and what else there is to see of its objects.
  all(document, '.tree').forEach(function (tree) {
    var tools = document.createElement('p');
    var add = function (text, act) {
      var button = document.createElement('button');
      button.type = 'button';
      button.textContent = text;
      button.addEventListener('click', function () { act(button); });
      tools.appendChild(button);
      tools.appendChild(document.createTextNode(' '));
    };
    var set = function (open) { return function () { all(tree, 'details').forEach(function (d) { d.open = open; }); }; };
    add('Unfold all', set(true));
    add('Fold all', set(false));
    if (tree.querySelector('.full')) {
      add('More of each object', function (button) {
        button.textContent = tree.classList.toggle('all') ? 'Less of each object' : 'More of each object';
      });
    }
    tree.parentNode.insertBefore(tools, tree);
  });

  // Search: what does not hold the text is left out, but for what leads to it.
  var lower = function (node) { return node ? node.textContent.toLowerCase() : ''; };
  var sheet = [];
  var own = function (li) {
    return all(li, ':scope > .leaf, :scope > .body, :scope > details > summary, :scope > details > .body').map(lower).join(' ');
  };
  var filterTree = function (li, text, above) {
    var self = own(li).indexOf(text) >= 0;
    var below = 0;
    all(li, ':scope > details > ul > li').forEach(function (kid) { below += filterTree(kid, text, above || self); });
    li.hidden = !(self || above || below > 0);
    var details = li.querySelector(':scope > details');
    if (details && below > 0 && !(above || self)) { details.open = true; }
    return below + (self ? 1 : 0);
  };
  var highlight = function (text) {
    if (!window.Highlight || !CSS.highlights) { return; }
    CSS.highlights.delete('found');
    if (!text) { return; }
    var ranges = [];
    var walk = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    for (var node = walk.nextNode(); node && ranges.length < 2000; node = walk.nextNode()) {
      var held = node.data.toLowerCase();
      if (held.length !== node.data.length) { continue; }
      for (var at = held.indexOf(text); at >= 0; at = held.indexOf(text, at + text.length)) {
        var range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + text.length);
        ranges.push(range);
      }
    }
    CSS.highlights.set('found', new (Function.prototype.bind.apply(Highlight, [null].concat(ranges)))());
  };
  var find = function () {
    var text = search.value.trim().toLowerCase();
    var found = 0;
    all(document, '.tree > li').forEach(function (li) { found += filterTree(li, text, false); });
    all(document, 'tbody > tr, .timeline > li').forEach(function (row) {
      var holds = lower(row).indexOf(text) >= 0;
      row.hidden = !holds;
      if (holds) { found++; }
    });
    all(document, 'main > section').forEach(function (section) {
      var holds = lower(section).indexOf(text) >= 0;
      section.hidden = !holds;
      var details = section.querySelector(':scope > details');
      if (text && holds && details) {
        if (!details.open) { sheet.push(details); }
        details.open = true;
      }
    });
    if (!text) {
      sheet.forEach(function (details) { details.open = false; });
      sheet = [];
    }
    highlight(text);
    told.textContent = text ? found + (found === 1 ? ' match' : ' matches') : '';
  };
  search.addEventListener('input', find);
  search.addEventListener('keydown', function (event) {
    if (event.key === 'Escape') { search.value = ''; find(); }
  });
  document.addEventListener('keydown', function (event) {
    if (event.key === '/' && document.activeElement !== search && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      search.focus();
    }
  });

  // A link to what is folded unfolds it; what is printed is unfolded.
  var reveal = function () {
    var id = decodeURIComponent(location.hash.slice(1));
    var target = id && document.getElementById(id);
    if (!target) { return; }
    for (var at = target.firstElementChild || target; at; at = at.parentElement) {
      if (at.tagName === 'DETAILS') { at.open = true; }
    }
    target.scrollIntoView();
  };
  window.addEventListener('hashchange', reveal);
  reveal();
  var folded = [];
  window.addEventListener('beforeprint', function () {
    folded = all(document, 'details:not([open])');
    folded.forEach(function (d) { d.open = true; });
  });
  window.addEventListener('afterprint', function () {
    folded.forEach(function (d) { d.open = false; });
    folded = [];
  });
})();
