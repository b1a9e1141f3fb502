# An independent reading of Elixir by its own parser: each `raise` and `Mix.raise` with its line, and
# its text where the arguments hold one, values as U+FFFC. One tab-separated line a site.
#
#     elixir elixir_truth.exs FILE... > truth.tsv

defmodule Truth do
  @hole "\uFFFC"

  def text(said) when is_binary(said), do: said

  def text({:<<>>, _, parts}) do
    Enum.map_join(parts, fn
      part when is_binary(part) -> part
      _ -> @hole
    end)
  end

  def text({:<>, _, [left, right]}) do
    case {text(left), text(right)} do
      {nil, nil} -> nil
      {left, right} -> (left || @hole) <> (right || @hole)
    end
  end

  def text({:sigil_s, _, [inner, _]}), do: text(inner)
  def text({:sigil_S, _, [inner, _]}), do: text(inner)
  def text(_), do: nil

  def fields([{key, _} | _] = list) when is_atom(key), do: list[:message] || list[:description]
  def fields(_), do: nil

  def said([one]), do: text(one)
  def said([_module, given]), do: text(fields(given) || given)
  def said(_), do: nil

  def sites(quoted) do
    {_, found} =
      Macro.prewalk(quoted, [], fn
        {:raise, meta, args} = node, acc when is_list(args) and args != [] ->
          {node, [{meta[:line], said(args)} | acc]}

        {{:., _, [{:__aliases__, _, [:Mix]}, :raise]}, meta, [one]} = node, acc ->
          {node, [{meta[:line], text(one)} | acc]}

        node, acc ->
          {node, acc}
      end)

    Enum.reverse(found)
  end
end

for path <- System.argv() do
  case Code.string_to_quoted(File.read!(path)) do
    {:ok, quoted} ->
      for {line, text} <- Truth.sites(quoted) do
        shown = if text, do: text |> String.split() |> Enum.join(" "), else: "-"
        IO.puts(Enum.join([path, line, shown], "\t"))
      end

    _ ->
      IO.puts(:stderr, "unparsed: #{path}")
  end
end
